#!/bin/sh
# The words that describe a side of `ferz match`: each setting that is wrong is named with what it takes.
# usage: test_match_players.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# says STATUS PATTERN ENGINE: a match against that side ends so, and says that.
says() {
    timeout 60 "$FERZ" match tic-tac-toe --games 2 --engine random --engine "$3" >"$work/out" 2>"$work/err"
    status=$?
    if [ "$status" -eq "$1" ] && cat "$work/out" "$work/err" | grep -q -e "$2"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $3: status $status, wanted $1 and: $2"
        sed 's/^/    /' "$work/err" | head -4
    fi
}

says 2 'depth= takes a number' 'depth=deep'
says 2 'nodes= takes a number' 'nodes=-1'
says 2 'reported_movetime= takes a number' 'reported_movetime=0'
says 2 'threads= takes a number from 1 to 256' 'threads=257'
says 2 'hash= takes a number' 'hash=0'
says 2 'seed= takes a number' 'seed=x'
says 2 'tc= takes SECONDS or SECONDS+INCREMENT' 'tc=fast'
says 2 'tc= takes SECONDS or SECONDS+INCREMENT' 'tc=0'
says 2 'tc= takes SECONDS or SECONDS+INCREMENT' 'tc=1+x'
says 2 'tc= takes SECONDS or SECONDS+INCREMENT' 'tc=1+1x'
says 2 'tc= takes SECONDS or SECONDS+INCREMENT' 'tc=99999999999'
says 2 'search= takes alphabeta or mcts' 'search=luck'
says 2 'positions= takes fen or moves' 'positions=none'
says 2 'proto= takes uci, xboard or usi' 'proto=http cmd=x'
says 2 'a limit is missing' 'seed=3'
says 2 'name= is empty' 'name='
says 2 'cmd= is empty' 'cmd='
says 2 'cmd= is missing' 'proto=uci'
says 2 'unknown setting "dept=", did you mean depth=' 'dept=3'
says 2 'unknown setting "zzzzzzzz="' 'zzzzzzzz=3'
# And these play.
says 0 '^mc  *2 ' 'name=mc search=mcts nodes=200'
says 0 '^deep  *2 ' 'name=deep search=alphabeta depth=2 threads=1 hash=1 seed=4'
says 0 '^clocked  *2 ' 'name=clocked tc=2+0.1 depth=2'
says 0 '^clocked  *2 ' 'name=clocked tc=2 depth=1'
says 0 '^two words  *2 ' 'name="two words" depth=1'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
