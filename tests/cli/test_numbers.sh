#!/bin/sh
# Numbers without end, everywhere: commands of the protocols, moves and positions in them, answers of engines, fields of a FEN,
# options. None wraps around to a small one, and none ends the program.
# Usage: test_numbers.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# talk PROTOCOL GAME: lines on the standard input go there, answers into `said`; the status is the program's.
talk() {
    timeout 60 "$FERZ" "$1" "$2" >said 2>&1
}

# has NAME PATTERN / lacks NAME PATTERN: what was said.
has() { grep -Eq -- "$2" said; verdict $? "$1"; }
lacks() { ! grep -Eq -- "$2" said; verdict $? "$1"; }

wrapped2=4294967298 wrapped4=4294967300 # 2 and 4 in 32 bits

# ---- every command with a number, with numbers of every size ----

at=0
for number in 2147483647 2147483648 4294967296 9223372036854775807 9223372036854775808 99999999999999999999999999 -1 -2147483648 \
    -2147483649 -9223372036854775808 -99999999999999999999999 007 1e9 0x10 nan inf '' x; do
    at=$((at + 1))
    in_share "$at" || continue
    {
        for command in 'setoption name Hash value' 'setoption name MultiPV value' 'setoption name Threads value' \
            'setoption name Move Overhead value' 'setoption name Seed value'; do
            case $command$number in *Hash*[0-9][0-9][0-9]*) ;; *) echo "$command $number" ;; esac # no table of the largest size
        done
        echo 'setoption name Threads value 1'
        echo 'position startpos'
        for limit in wtime btime winc binc movestogo depth mate nodes byoyomi movetime; do
            echo "go $limit $number depth 1 nodes 50"
            echo 'stop'
        done
        echo "go wtime $number btime $number winc $number binc $number byoyomi $number movestogo $number nodes 50"
        echo stop
        echo "go perft 1$number"
        echo stop
        echo isready
    } >lines
    talk uci chess <lines
    verdict $? "uci goes on after $number"
    has "uci answers after $number" '^readyok'
    talk uci kriegspiel <lines
    verdict $? "uci in a game of hidden information goes on after $number"
    talk usi minishogi <lines
    verdict $? "usi goes on after $number"
    {
        echo xboard
        for command in st sd time otim cores level 'level 0' 'level 0 5:' 'level 0 5' 'option MultiPV=' 'option Seed=' \
            'option Move Overhead=' usermove lift put hover 'usermove e' 'lift e' 'put e' 'ping' 'accepted' "usermove e2e"; do
            case $command in *e | *= | *:) echo "$command$number" ;; *) echo "$command $number" ;; esac
        done
        echo "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e$number $number $number"
        echo "setboard rnbqkbnr/pppppppp/$number/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - $number $number"
        echo "variant ${number}x${number}+${number}_chess"
        echo 'ping 5'
    } >lines
    talk xboard chess <lines
    verdict $? "xboard goes on after $number"
    has "xboard answers after $number" '^pong 5'
done

# ---- a time that is too long is the longest, and no short one ----

# think PROTOCOL GAME LINES: the same, with time to think before the input ends.
think() {
    : >said
    {
        printf '%s\n' "$3"
        tenths=0
        until grep -q '^bestmove' said || [ "$tenths" -ge 400 ]; do
            sleep 0.1
            tenths=$((tenths + 1))
        done
    } | talk "$1" "$2"
}
for limits in 'movetime 4294967297' 'movetime 9223372036854775807' 'wtime 4294967297 btime 4294967297' \
    'wtime 9223372036854775807 btime 1 winc 9223372036854775807 byoyomi 9223372036854775807'; do
    think uci chess "position startpos
go $limits nodes 3000"
    lacks "understood: go $limits" 'is used'
    has "searched to the end: go $limits" 'depth [4-9]'
done
think uci chess "setoption name MultiPV value 9223372036854775807
position startpos
go depth 1"
has 'a number of lines beyond all limits is the largest' 'multipv 20 '
think uci kriegspiel 'go movetime 30000000 nodes 2000'
has 'a long time in a game of hidden information' '^bestmove '

# ---- moves and squares: no rank and no file wraps around ----

for move in "e${wrapped2}e4" "e2e$wrapped4" "e18446744073709551618e4" "e-${wrapped2}e4" "e00002e4x"; do
    printf 'xboard\nforce\nusermove %s\n' "$move" | talk xboard chess
    has "xboard refuses $move" '^Illegal move'
    printf 'position startpos moves %s\ngo depth 1\n' "$move" | talk uci chess
    has "uci refuses $move" 'info string'
done
printf 'xboard\nnew\nforce\nlift e%s\n' "$wrapped2" | talk xboard chess
lacks 'no piece is lifted from a rank that wraps' '^highlight.*[YRCM]'
printf 'position startpos moves %sc%sd\ngo depth 1\n' 4294967297 4294967297 | talk usi minishogi
has 'usi refuses a file that wraps' 'info string'
start='rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR'
printf 'xboard\nforce\nsetboard %s b KQkq f4294967299 0 1\nusermove e4f3\n' "$start" | talk xboard chess
has 'no en passant target wraps around' '^(Illegal move|tellusererror)'

# ---- engines ----

# engine MOVE: an engine that answers with that move, in uci, usi or xboard.
cat >engine <<'END'
#!/bin/sh
while read -r word rest; do
    case $word in
        uci) echo uciok ;;
        usi) echo usiok ;;
        isready) echo readyok ;;
        go) [ "$PROTO" = xboard ] || echo "bestmove $MOVE" ; [ "$PROTO" != xboard ] || echo "move $MOVE" ;;
        protover) echo 'feature ping=1 setboard=1 usermove=1 done=1' ;;
        ping) echo "pong $rest" ;;
        quit) exit ;;
    esac
done
END
chmod +x engine
for row in "uci e${wrapped2}e4" "uci e2e$wrapped4" "uci e2147483648e4" "xboard e${wrapped2}e4" "xboard e2147483648e4" \
    "usi 4294967297d4294967297c" "usi 2147483648d2147483648c" "uci e9223372036854775808e4"; do
    PROTO=${row% *} MOVE=${row#* }
    export PROTO MOVE
    game=chess
    [ "$PROTO" = usi ] && game=minishogi
    timeout 60 "$FERZ" match "$game" --games 2 --engine random --engine "proto=$PROTO cmd=$work/engine movetime=100" >said 2>&1
    has "match finds $MOVE of $PROTO illegal" '(illegal|Illegal|not legal)'
done

# ---- fields of a FEN ----

# refuses GAME FEN: a position that cannot be read.
refuses() {
    timeout 60 "$FERZ" moves "$1" --fen "$2" >said 2>&1
    status=$?
    [ $status -eq 1 ]
    verdict $? "refused in $1: $2"
}

board='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'
refuses chess "rnbqkbnr/pppppppp/4294967304/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
refuses chess "$board w KQkq - 4294967296 1"
refuses chess "$board w KQkq - 0 4294967297"
refuses chess "$board w KQkq - 18446744073709551616 1"
refuses chess "$board w KQkq e4294967299 0 1"
refuses three-check "$board w KQkq - 0 1 white-checks=4294967297"
refuses crazyhouse "${board}[4294967297P] w KQkq - 0 1"
for face in 257 259 4294967297 0 x '' 1-257-1 1-1-1-1-1-1; do
    refuses dice-chess "$board w KQkq - 0 1 roll=$face"
done
refuses dice-chess "$board w KQkq - 0 1 roll=1-2-3 dice=257"
refuses marseillais "$board w KQkq - 0 1 ply=257"
printf 'xboard\nvariant 3check\nforce\nsetboard %s w KQkq - 4294967298+3 0 1\n' "$board" | talk xboard chess
lacks 'no checks wrap around' '4294967298.*ok'

# ---- options ----

for row in 'perft chess --depth 4294967297' 'perft chess --depth 18446744073709551617' 'best chess --nodes 99999999999999999999999' \
    'moves chess --budget 4294967297' 'playouts chess --games 18446744073709551617' 'best chess --time 4294967297' \
    'match chess --games 18446744073709551618 --engine random --engine random' 'new odd --board 4294967304x8 --pieces king:K' \
    'new odd --board 8x4294967304 --pieces king:K' 'new odd --board 8x8x8 --pieces king:K'; do
    # shellcheck disable=SC2086 # words of a command
    timeout 60 "$FERZ" $row >said 2>&1
    status=$?
    [ $status -eq 2 ] || [ $status -eq 1 ]
    verdict $? "refused: ferz $row"
done
timeout 60 "$FERZ" match chess --games 2 --engine random --engine 'tc=1e9 depth=1' >said 2>&1
has 'a clock is no 1e9' 'tc= takes'
timeout 60 "$FERZ" match tic-tac-toe --games 40 --engine random --engine 'tc=1+86400 depth=1' >said 2>&1
verdict $? 'a day for each move'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
