#!/bin/sh
# Stacks: threads have one that is large enough whatever the C library's default is, and a program with a small stack of its own does
# not die. All threads are started in one place.
# Usage: test_stacks.sh FERZ [SMALL]       SMALL: a library to preload that makes threads' default 128 KiB
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
small=${2-}

# ---- one place ----

grep -rnE '(^|[^A-Za-z0-9_])(pthread_create|thrd_create)[[:space:]]*\(' "$root/interp" --include='*.[ch]' | grep -v '/base/thread\.c:' >said
[ ! -s said ]
verdict $? 'threads are started by thread_start alone'
grep -L THREAD_STACK_SIZE "$(grep -rl MHD_start_daemon "$root/interp")" >said
[ ! -s said ]
verdict $? 'the threads of the web server have such a stack, too'

# ---- threads with small defaults ----

# thinks GAME LINES...: a search in a thread of its own answers.
thinks() {
    game=$1
    shift
    { printf '%s\n' "$@"; sleep 2; } | LD_PRELOAD=$small timeout 60 "$FERZ" uci "$game" >said 2>&1
    status=$?
    [ $status -eq 0 ] && { echo quit | cat - said | grep -q '^bestmove [^0(]'; }
    verdict $? "a thread thinks in $game: $*"
}

big='12/12/1m1m1m1m1m2/12/1m1m1m1m1m2/12/1m1m1m1m1m2/12/1m1m1m1m1m2/12/1m1m1m1m1m2/M11 w'
cat >wide.yaml <<'END'
name: Draughts on 12 by 12
extends: draughts-international
board: {size: 12x12}
pieces: {man: {promotes: {on: own rank 12}}}
start: "1m1m1m1m1m1m/m1m1m1m1m1m1/12/12/12/12/12/12/12/12/1M1M1M1M1M1M/M1M1M1M1M1M1 w"
captures: {longest: none}
end: {small ending: none}
END
for preload in '' "$small"; do
    [ -z "$preload" ] && [ -n "$small" ] && continue
    for game in chess crazyhouse shogi atomic marseillais draughts-international dice-chess kriegspiel ultima tavreli four-handed-cross; do
        thinks "$game" 'position startpos' 'go nodes 3000'
    done
    thinks wide.yaml "position fen $big" 'go nodes 300'
    thinks chess 'setoption name Threads value 4' 'position startpos' 'go nodes 3000'
done
LD_PRELOAD=$small timeout 100 "$FERZ" match chess --games 2 --concurrency 2 --nodes 500 --engine 'threads=2' --engine random >said 2>&1
verdict $? 'matches in threads'

# ---- a small stack of the program's own ----

# keeps KB NAME COMMAND...: the command ends well with so small a stack.
keeps() {
    kb=$1 name=$2
    shift 2
    # shellcheck disable=SC3045 # dash, and every shell of Debian, has it
    (ulimit -s "$kb" 2>/dev/null && timeout 60 "$FERZ" "$@") >said 2>&1
    verdict $? "with $kb kB of stack: $name"
}

keeps 400 'chains of jumps that need the large tables' perft wide.yaml --depth 1 --fen "$big"
grep -q '^nodes 217$' said
verdict $? 'and there are 217 of them'
keeps 400 'such a chain is written and read' moves wide.yaml --fen "$big"
keeps 400 'and searched' best wide.yaml --fen "$big" --nodes 100
for game in chess shogi atomic marseillais draughts-russian kriegspiel ultima amazons; do
    keeps 400 "a search in $game" best "$game" --nodes 500
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
