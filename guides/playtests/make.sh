#!/bin/sh
# Writes the reports of this folder: the same figures on every machine, with the same version of Ferz.
# usage: make.sh PATH-OF-FERZ [GAME...]
set -eu
ferz=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
unset FERZ_RULES
[ $# -gt 0 ] || set -- atomic crazyhouse dice-chess gardner-minichess king-of-the-hill los-alamos makruk minishogi racing-kings shatranj \
    three-check tic-tac-toe
for game; do
    { echo "\$ ferz playtest $game --games 100 --nodes 100 --seed 1"; "$ferz" playtest "$game" --games 100 --nodes 100 --seed 1; } >"$here/$game.txt"
done
