#!/bin/sh
# Plays every game with every option of options.txt beside the reference implementation. Usage: test_options.sh REFERENCE PART/PARTS
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$1
part=${2%/*}
parts=${2#*/}
case $program in /*) ;; *) program=$(pwd)/$program ;; esac
cd "$root" || exit 3
number=0 passed=0 failed=0
while read -r game setting; do
    case $game in '' | '#'*) continue ;; esac
    number=$((number + 1))
    [ $((number % parts)) -eq "$part" ] || continue
    if said=$("$program" --positions 200 --seconds 1 "$game" "$setting" 2>&1); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$game $setting: $said"
    fi
done <tests/reference/options.txt
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
