#!/bin/sh
# Whatever takes long can be ended: by --budget, by Ctrl-C, and by `quit` of a protocol while the rules are still being loaded.
# Usage: test_budget.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# Rules that take minutes to load: the script is asked about each pair of cells.
cat >slow.yaml <<'END'
name: Slow
about: A filter that thinks long.
extends: chess
script: slow.lua
filter: hook allowed
END
cat >slow.lua <<'END'
--- Slow.
function allowed(mover, from, to)
  local n = 0
  for i = 1, 1000000 do n = n + i end
  return true
end
END

# ends SECONDS NAME COMMAND...: the command ends within so many seconds, and five times as many where the machine is busy.
ends() {
    seconds=$1 name=$2
    shift 2
    timeout -s KILL $((seconds * 5)) "$@" >out 2>err
    status=$?
    [ "$status" -ne 137 ]
    verdict $? "$name ends"
}

for command in check moves explain; do
    ends 30 "$command" "$FERZ" "$command" slow.yaml --budget 1
    [ "$status" -eq 4 ] && grep -q 'E0110' err
    verdict $? "$command says why, with status 4"
done

# Warnings that ask where each of 52 kinds may come: each changes into the one before it, anywhere.
awk 'BEGIN { print "name: Kinds\nabout: A.\nboard: {size: 36x36}\npieces:"
    letters = "abcdefghijklmnopqrstuvwxyz"
    for (i = 1; i <= 52; i++)
        printf "  p%d: {letter: %s%s, moves: \"[Q?Q?Q]\", promotes: {on: all, to: p%d}}\n", i, (i > 26 ? "+" : ""),
            substr(letters, (i - 1) % 26 + 1, 1), (i > 1 ? i - 1 : 52)
    printf "start: \"+Z35"
    for (i = 0; i < 34; i++) printf "/36"
    print "/35+z w - - 0 1\"\nend: {stalemate: draw}" }' >kinds.yaml
ends 30 'check of many kinds' "$FERZ" check kinds.yaml --budget 1
# A machine of half the speed, or a sanitized build, does not come past the load.
[ "$status" -eq 4 ] && grep -Eq 'warnings are looked for|are laid out' err
verdict $? 'check says why, with status 4'

# Thousands of games in one file of another program.
awk 'BEGIN { for (i = 0; i < 4000; i++) printf "[game%d:%s]\nking = k\nnFoldValue = loss\n", i, i ? "game" i - 1 : "chess" }' >many.ini
ends 30 import "$FERZ" import many.ini --output many --budget 1
[ "$status" -eq 4 ] && grep -q 'E0110' err
verdict $? 'import says why, with status 4'

# One of them is found among thousands that inherit from each other, in the order of the file or against it, or from nothing.
awk 'BEGIN { for (i = 0; i < 4000; i++) printf "[v%d:%s]\nmaxRank = 8\n", i, i ? "v" i - 1 : "chess" }' >chain.ini
awk 'BEGIN { for (i = 3999; i >= 0; i--) printf "[v%d:%s]\nmaxRank = 8\n", i, i ? "v" i - 1 : "chess" }' >turned.ini
awk 'BEGIN { for (i = 0; i < 4000; i++) printf "[v%d:w%d]\nmaxRank = 8\n", i, i }' >lost.ini
awk 'BEGIN { for (i = 0; i < 4000; i++) printf "[same:%s]\nmaxRank = 8\n", i ? "same" : "chess" }' >same.ini
for row in '0 chain v3999' '1 turned v3999' '1 lost v3999' '0 same same' '3 same v1'; do
    # shellcheck disable=SC2086 # three words
    set -- $row
    ends 20 "a game of $2.ini" "$FERZ" moves "$3" --rules "$2.ini"
    [ "$status" -eq "$1" ]
    verdict $? "has status $1"
done
ends 20 'many parents that are not there' "$FERZ" import lost.ini --output lost --budget 1
printf 'setoption name VariantPath value chain.ini\nsetoption name UCI_Variant value v3999\nisready\nquit\n' >in
ends 20 'uci with a game of thousands' sh -c "\"$FERZ\" uci <in"
grep -q readyok out
verdict $? 'and answers'

# A budget is for the whole command.
cat >costly.yaml <<'END'
name: Costly
about: A hook that thinks about each move.
extends: chess
script: costly.lua
hooks: {thinks: {at: legal}}
END
cat >costly.lua <<'END'
--- Costly.
function thinks(move)
  local n = 0
  for i = 1, 20000 + move.from + 64 * move.to do n = n + i % 7 end
  return nil
end
END
for command in 'diff chess costly.yaml' 'perft costly.yaml --depth 9' 'tune costly.yaml --games 100000'; do
    # shellcheck disable=SC2086 # words of a command
    before=$(times | awk 'NR == 2 { split($1, u, /[ms]/); print u[1] * 60 + u[2] }')
    ends 60 "$command" "$FERZ" $command --budget 2
    after=$(times | awk 'NR == 2 { split($1, u, /[ms]/); print u[1] * 60 + u[2] }')
    [ "$status" -eq 4 ] && echo "$after $before" | awk '{ exit !($1 - $2 < 4.5) }'
    verdict $? "took one budget: $before to $after"
done

# A game has an end, whatever way its moves come.
awk 'BEGIN { printf "position startpos moves"; for (i = 0; i < 100000; i++) printf " g1f3 g8f6 f3g1 f6g8"; print ""; print "isready" }' >in # and no `quit`, which ends what takes long
limit='ulimit -v 1000000;' # a program with AddressSanitizer cannot begin with that
sh -c "$limit \"$FERZ\" --version" >/dev/null 2>&1 || limit=
ends 60 'a position after 400000 plies' sh -c "$limit \"$FERZ\" uci chess <in"
grep -q 'move 20001, .*is not played' out && grep -q 'at most 20000 plies' out
verdict $? 'is refused with a reason'

for protocol in uci usi xboard; do
    printf 'quit\n' >in
    ends 10 "$protocol with quit" sh -c "\"$FERZ\" $protocol slow.yaml <in"
    printf 'position startpos\ngo depth 3\nquit\n' >in
    ends 10 "$protocol with commands and quit" sh -c "\"$FERZ\" $protocol slow.yaml <in"
done
printf 'uci\nsetoption name UCI_Variant value chess\nsetoption name VariantPath value slow.yaml\nsetoption name UCI_Variant value slow\nquit\n' >in
ends 10 'uci that changes to such rules' sh -c "\"$FERZ\" uci <in"

# interrupts COUNT NAME COMMAND...: the command ends after so many Ctrl-C, within a minute.
interrupts() {
    count=$1 name=$2
    shift 2
    setsid "$@" >out 2>err </dev/null &
    process=$!
    # On a busy machine it takes its time until the program itself runs, which is what shall hear of it.
    for _ in $(seq 100); do
        [ "$(cat "/proc/$process/comm" 2>/dev/null)" = ferz ] && break
        sleep 0.2
    done
    sleep 1
    for _ in $(seq "$count"); do
        kill -INT "$process" 2>/dev/null
        sleep 0.2
    done
    (sleep 60; kill -KILL "$process") 2>/dev/null &
    guard=$!
    wait "$process"
    status=$?
    kill "$guard" 2>/dev/null
    [ "$status" -ne 137 ]
    verdict $? "$name ends"
}

# A shell lets what it starts in the background ignore Ctrl-C; this takes it back.
if command -v setsid >/dev/null && command -v python3 >/dev/null; then
    cat >start.py <<'END'
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
END
    interrupts 1 'a search with Ctrl-C' python3 start.py "$FERZ" best chess --movetime 60000
    grep -q '^best ' out
    verdict $? 'and has its move'
    interrupts 1 'diff with Ctrl-C' python3 start.py "$FERZ" diff chess costly.yaml --budget 0
    interrupts 2 'loading with Ctrl-C twice' python3 start.py "$FERZ" best slow.yaml --movetime 60000 --budget 0
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
