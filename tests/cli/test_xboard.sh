#!/bin/sh
# The real XBoard, on a screen that nobody sees: it shows games that it has never heard of, lights up what is legal, and
# plays them to their end between two of us.
# usage: test_xboard.sh PATH-OF-FERZ
#
# Skipped (exit status 77) without xboard and Xvfb; what needs clicks is left out without xdotool. Pictures of the boards
# are left in $FERZ_SHOTS if that is set and `import` (ImageMagick) is there.

[ $# -eq 1 ] || { echo "usage: $0 PATH-OF-FERZ" >&2; exit 2; }
FERZ=$1
here=$(cd "$(dirname "$0")" && pwd)
case $FERZ in /*) ;; *) FERZ=$PWD/$FERZ ;; esac
FERZ_RULES=${FERZ_RULES:-$here/../../rules}
PATH=$PATH:/usr/games
export FERZ_RULES PATH
for program in xboard Xvfb; do
    command -v "$program" >/dev/null 2>&1 || { echo "skipped: $program is not there"; exit 77; }
done

work=$(mktemp -d) || exit 1
HOME=$work # no settings of anybody's
export HOME
screen_pid=
board_pid=
clean() {
    [ -z "$board_pid" ] || kill "$board_pid" 2>/dev/null
    [ -z "$screen_pid" ] || kill "$screen_pid" 2>/dev/null
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP
cd "$work" || exit 1

passed=0
failed=0
verdict() { # STATUS NAME
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
    else
        failed=$((failed + 1))
        echo "FAILED  $2"
        tail -n 20 debug 2>/dev/null | sed 's/^/          /'
    fi
}

# A display that is free: Xvfb says which.
Xvfb -displayfd 3 -screen 0 1000x800x24 -nolisten tcp 3>display >/dev/null 2>&1 &
screen_pid=$!
tries=0
until [ -s display ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { echo "skipped: no screen"; exit 77; }
    sleep 0.1
done
DISPLAY=:$(cat display)
export DISPLAY

# open_board GAME [ARGUMENT...]
open_board() {
    game=$1
    shift
    rm -f debug
    xboard -fcp "'$FERZ' xboard" -variant "$game" -testLegality false -debug -nameOfDebugFile debug -size 40 \
        -popupMoveErrors false "$@" >xboard.out 2>&1 &
    board_pid=$!
}

close_board() {
    kill "$board_pid" 2>/dev/null
    wait "$board_pid" 2>/dev/null
    board_pid=
}

# seen PATTERN: waits until a line of the dialogue is like it (grep -E).
seen() {
    tries=0
    until grep -Eq "$1" debug 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 150 ] || return 1
        sleep 0.1
    done
}

# ---- boards that XBoard does not know ----

shot() {
    [ -n "${FERZ_SHOTS-}" ] && command -v import >/dev/null 2>&1 && import -window root "$FERZ_SHOTS/$1.png"
    return 0
}

# click FILE RANK SIZE RANKS: FILE from 0, RANK from 1.
click() {
    xdotool mousemove $((2 + $3 / 2 + $1 * $3)) $((84 + $3 / 2 + ($4 - $2) * $3))
    sleep 0.3
    xdotool click 1
    sleep 0.5
}

if command -v xdotool >/dev/null 2>&1; then
    open_board frankfurt -depth 2
    seen '<first : pong 1'
    verdict $? "XBoard takes the set-up of frankfurt"
    sleep 2
    xdotool mousemove 500 600 click 1
    click 4 2 41 8
    seen '<first : highlight 8/8/8/8/4Y3/4Y3/8/8'
    verdict $? "the targets of a piece that is picked up are lit"
    shot frankfurt
    click 4 4 41 8
    seen '>first : e2e4' && seen '<first : move [a-h][1-8]'
    verdict $? "a move by two clicks is answered by another"
    close_board

    open_board draughts-international -depth 2
    seen '<first : pong 1'
    sleep 2
    xdotool mousemove 60 600 click 1
    click 1 4 33 10
    seen '<first : highlight 10/10/10/10/10/Y1Y7/10/10/10/10'
    verdict $? "ten ranks, counted from 0"
    shot draughts-international
    close_board
    for game in minishogi ultima; do
        [ -n "${FERZ_SHOTS-}" ] || continue
        open_board $game -depth 2
        seen '<first : pong 1'
        sleep 6
        shot $game
        close_board
    done
else
    echo "left out: clicks: xdotool is not there"
fi

# ---- games to the end ----

# match GAME: two games between two of us; XBoard must take every move, and end with the result that we gave.
match() {
    rm -f games.pgn
    open_board "$1" -scp "'$FERZ' xboard" -mm -mg 2 -tc 0:20 -mps 40 -inc 0 -depth "$2" -xexit -sgf games.pgn -matchPause 50
    tries=0
    while kill -0 "$board_pid" 2>/dev/null && [ $tries -lt 900 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    close_board
    [ "$(grep -c '^\[Result "[01]' games.pgn 2>/dev/null)" = 2 ] && ! grep -Eiq 'illegal|forfeit|error' debug &&
        [ "$(grep -Ec '<(first|second) *: (1-0|0-1|1/2-1/2) \{' debug)" -ge 2 ]
    verdict $? "two games of $1: $(sed -n 's/^\[Result "\(.*\)"\]/\1/p' games.pgn 2>/dev/null | tr '\n' ' ')"
}
match los-alamos 2
match frankfurt 2

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
