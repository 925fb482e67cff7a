#!/bin/sh
# Games that ferz_generate makes up, played beside the reference implementation. test_generated.sh REFERENCE GENERATE FIRST COUNT
# [POSITIONS]: those of the seeds from FIRST on, 60 positions of each unless said; for a release FERZ_TEST_FACTOR times as many games,
# the others of seeds from 10000, 20000 ... behind FIRST.
# Games that the reference implementation cannot read are counted and passed over. Status 1 when any differs, or when none was played.
set -u
second=$1
generate=$2
first=$3
count=$4
positions=${5:-60}
rounds=${FERZ_TEST_FACTOR:-1}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
played=0 beyond=0 failed=0 sum=0 round=0
while [ "$round" -lt "$rounds" ]; do
    seed=$((first + round * 10000))
    end=$((seed + count))
    "$generate" write --into "$work" --seed "$seed" --games "$count" || exit 3
    while [ "$seed" -lt "$end" ]; do
        set --
        while IFS= read -r setting; do
            set -- "$@" "$setting"
        done <"$work/$seed/settings"
        said=$("$second" --rules "$work/$seed" --scripts "$work/$seed" --positions "$positions" --seconds 5 game "$@" 2>&1)
        case $? in
        0)
            played=$((played + 1))
            here=$(printf '%s\n' "$said" | sed -n 's/^game: \([0-9]*\) positions, seed.*/\1/p')
            sum=$((sum + ${here:-0}))
            ;;
        77)
            beyond=$((beyond + 1))
            [ -z "${FERZ_SAY_BEYOND:-}" ] || printf '%s: %s\n' "$seed" "$said"
            ;;
        *)
            failed=$((failed + 1))
            printf 'seed %s: %s\n' "$seed" "$said"
            ;;
        esac
        rm -rf "${work:?}/$seed"
        seed=$((seed + 1))
    done
    round=$((round + 1))
done
echo "seeds from $first: $played games played, $sum positions, $beyond not read, $failed differ"
[ "$failed" -eq 0 ] && [ "$played" -gt 0 ]
