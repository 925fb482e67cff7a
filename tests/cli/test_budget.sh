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

# ends SECONDS NAME COMMAND...: the command ends within so many seconds.
ends() {
    seconds=$1 name=$2
    shift 2
    timeout -s KILL "$seconds" "$@" >out 2>err
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
[ "$status" -eq 4 ] && grep -Eq 'warnings are looked for|promotions are laid out' err
verdict $? 'check says why, with status 4'

# Thousands of games in one file of another program.
awk 'BEGIN { for (i = 0; i < 4000; i++) printf "[game%d:%s]\nking = k\nnFoldValue = loss\n", i, i ? "game" i - 1 : "chess" }' >many.ini
ends 30 import "$FERZ" import many.ini --output many --budget 1
[ "$status" -eq 4 ] && grep -q 'E0110' err
verdict $? 'import says why, with status 4'

for protocol in uci usi xboard; do
    printf 'quit\n' >in
    ends 10 "$protocol with quit" sh -c "\"$FERZ\" $protocol slow.yaml <in"
    printf 'position startpos\ngo depth 3\nquit\n' >in
    ends 10 "$protocol with commands and quit" sh -c "\"$FERZ\" $protocol slow.yaml <in"
done
printf 'uci\nsetoption name UCI_Variant value chess\nsetoption name VariantPath value slow.yaml\nsetoption name UCI_Variant value slow\nquit\n' >in
ends 10 'uci that changes to such rules' sh -c "\"$FERZ\" uci <in"

# interrupts COUNT NAME COMMAND...: the command ends after so many Ctrl-C, within ten seconds.
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
    (sleep 10; kill -KILL "$process") 2>/dev/null &
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
    interrupts 2 'loading with Ctrl-C twice' python3 start.py "$FERZ" best slow.yaml --movetime 60000 --budget 0
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
