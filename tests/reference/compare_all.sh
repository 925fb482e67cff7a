#!/bin/sh
# The long comparison: compare_all.sh PROGRAM [--positions N] [--seed S] [--seconds T] [GAME]...
# N positions of each game (20000 unless said), no more than T seconds of the processor for one. All games that the second
# reading knows, unless some are named. Prints a line for each and the sum; 1 when anything differed.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
program=$1
shift
positions=20000 seed=1 seconds=3600 games=
while [ $# -gt 0 ]; do
    case $1 in
    --positions) positions=$2; shift 2 ;;
    --seed) seed=$2; shift 2 ;;
    --seconds) seconds=$2; shift 2 ;;
    -*) echo "oracle: unknown: $1" >&2; exit 2 ;;
    *) games="$games $1"; shift ;;
    esac
done
if [ -z "$games" ]; then
    for file in "$root"/rules/*.yaml; do
        game=$(basename "$file" .yaml)
        case $game in
        *.test | *.tuning) ;;
        *) grep -q "^$game " "$root/tests/reference/unsupported.txt" || games="$games $game" ;;
        esac
    done
fi
sum=0 failed=0
for game in $games; do
    out=$("$program" --rules "$root/rules" --scripts "$root/scripts" --positions "$positions" --seed "$seed" --seconds "$seconds" "$game")
    status=$?
    printf '%s\n' "$out"
    [ "$status" -eq 0 ] || failed=$((failed + 1))
    count=$(printf '%s\n' "$out" | sed -n 's/^[^:]*: \([0-9]*\) positions, seed.*/\1/p')
    sum=$((sum + ${count:-0}))
done
echo "in all: $sum positions, seed $seed, $failed games with differences"
[ "$failed" -eq 0 ]
