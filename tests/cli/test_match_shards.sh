#!/bin/sh
# A match in parts: `ferz match --shard` and `--merge` give the table of one machine, times aside.
# usage: test_match_shards.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# shellcheck source=tests/cli/match_runs.sh
. "$here/match_runs.sh"

# same NAME FILE FILE: times aside
same() {
    sed 's/"ms_per_move":[^,]*/"ms_per_move":0/g' "$2" >one && sed 's/"ms_per_move":[^,]*/"ms_per_move":0/g' "$3" >other
    cmp -s one other
    verdict $? "$1" "$(cat "$3" err)"
}

shared="--games 6 --plies 2 --seed 3 --max-plies 30 --json"
for players in "--engine random" "--engine random --engine nodes=20 --engine random --engine nodes=5"; do
    # shellcheck disable=SC2086
    {
        set -- tic-tac-toe $shared $players --nodes 10
        run "$@"
        mv out whole
        rm -f part-*
        for k in 1 2 3; do
            run "$@" --shard $k/3 --output part-$k
            said "part $k" 0 '' '*'
        done
        run "$@" --merge part-2 part-3 part-1 part-2
        same "three parts are one match" whole out
        head -c "$(($(wc -c <part-2) - 9))" part-2 >torn && mv torn part-2
        run "$@" --merge part-1 part-2 part-3
        said "what is missing is named" 0 '*' '*not all games of --shard 2/3 are there*'
        run "$@" --shard 2/3 --output part-2
        run "$@" --merge part-1 part-2 part-3
        same "a part that was cut off goes on" whole out
        sed -e '3s/7$/x/' -e '3s/[0-9]$/7/' -e '3s/x$/8/' part-1 >damaged # another digit than the last one
        run "$@" --merge damaged part-2 part-3
        said "a damaged game" 1 '' '*line 3 is damaged*'
        run "$@" --nodes 11 --merge part-1
        said "other players" 1 '' '*of another run: ?players=*'
        run "$@" --sprt 0,10 --shard 1/3 --output part-1
        [ "$status" = 2 ]
        verdict $? "a test of two players is not shared" "$(cat err)"
    }
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
