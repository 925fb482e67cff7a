#!/bin/sh
# What a person sees at a terminal: each script of tests/cli/terminal (session.c says how they are written), in an empty folder of its own.
# usage: test_terminal.sh PATH-OF-SESSION PATH-OF-FERZ [NAME...]
[ $# -ge 2 ] || { echo "usage: $0 PATH-OF-SESSION PATH-OF-FERZ [NAME...]" >&2; exit 2; }
session=$1 ferz=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
case $session in /*) ;; *) session=$PWD/$session ;; esac
case $ferz in /*) ;; *) ferz=$PWD/$ferz ;; esac
FERZ_RULES=${FERZ_RULES:-$here/../../rules}
FERZ_TESTS=$here/..
export FERZ_RULES FERZ_TESTS
unset NO_COLOR
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(cd "$here/terminal" && ls -- *.session)
failed=0
for name; do
    name=${name%.session}
    mkdir "$work/$name" && cd "$work/$name" || exit 1
    if "$session" "$here/terminal/$name.session" "$ferz"; then
        echo "ok      $name"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
    fi
done
[ "$failed" -eq 0 ]
