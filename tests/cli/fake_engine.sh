#!/bin/sh
# An engine that does one thing wrong, or everything right.
# usage: fake_engine.sh uci|usi|xboard HOW [PIDFILE]
#   HOW   shuffles   plays Ng1-f3, Nf3-g1 and the like, castles in words or as king takes rook, promotes with "=": whatever the
#                    file $FAKE_MOVES says, one move a line, for each time it is asked
#                    (what it says of itself may be others' words: $FAKE_OPTIONS and $FAKE_FEATURES, lines with ; between)
#         illegal crash fails hangs deaf late garbage floods endless nothing refuses balks unfit resigns claims mute babbles murmurs dies
#         lonely poor dawdles boasts
protocol=$1
how=$2
[ -z "${3-}" ] || echo $$ >>"$3"
asked=0

say() { printf '%s\n' "$*"; }

answer() { # MOVE, in the protocol's words
    if [ "$protocol" = xboard ]; then say "move $1"; else say "bestmove $1"; fi
}

think() {
    asked=$((asked + 1))
    case $how in
        shuffles) answer "$(sed -n "${asked}p" "$FAKE_MOVES")" ;;
        illegal) answer e2e5 ;;
        crash) kill -s SEGV $$ ;;
        fails) exit 3 ;;
        hangs) sleep 1000 & wait ;;   # a child that would outlive it
        deaf) while :; do sleep 1; done ;;
        late) sleep 1; answer g1f3 ;;
        garbage) printf 'b\001\377\200estmove\000\n\n  \nbestmoves e2e4\nmoves\n'; answer '\377\033[31mx' ;;
        floods) while :; do say "info depth 1 and nothing else"; done ;;
        endless) while :; do printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done ;;
        nothing) if [ "$protocol" = uci ]; then say "bestmove (none)"; else say "move"; fi ;;
        refuses) say "Illegal move (no reason): g1f3" ;;
        balks) # so Fairy-Stockfish refuses a move, and waits
            case $line in
                go*) answer g1f3 ;;
                *) say "Error (unkown command): ${line#usermove }" ;;
            esac ;;
        resigns | dawdles | boasts) if [ "$protocol" = uci ]; then say "bestmove resign"; else say resign; fi ;;
        claims) say "1-0 {I win}"; say "0-1 {or you}" ;;
        *) say "unknown behaviour $how" ;;
    esac
}

[ "$how" != dies ] || exit 5
while IFS= read -r line; do
    case $line in
        uci | usi)
            case $how in
                mute) ;;
                babbles) while :; do say "info string and nothing else"; done ;;
                murmurs) while :; do say "info string and nothing else"; sleep 0.3; done ;;
                shuffles) say "${FAKE_OPTIONS:-id name fake;option name UCI_Variant type combo default chess var chess var shogi;option name Hash type spin default 16 min 1 max 64}" |
                       tr ';' '\n'
                   say "${line}ok" ;;
                lonely) say "id name lonely"; say uciok ;;
                *) say "id name fake"
                   say "option name UCI_Variant type combo default chess var chess var shogi"
                   say "option name Hash type spin default 16 min 1 max 64"
                   say uciok ;;
            esac ;;
        isready) say readyok ;;
        protover*)
            case $how in
                mute) ;;
                babbles) while :; do say "# and nothing else"; done ;;
                poor) say 'feature done=1' ;;
                dawdles) say "a program that begins slowly"; sleep 3; say 'feature setboard=1 usermove=1 ping=1 done=1' ;;
                boasts) while :; do say 'feature setboard=1 usermove=1 ping=1'; sleep 0.3; done & ;;
                shuffles) say "${FAKE_FEATURES:-feature myname=\"fake engine\" setboard=1 usermove=1 ping=1 variants=\"normal,shogi\";feature option=\"Level -spin 1 0 9\" done=1}" |
                       tr ';' '\n' ;;
                *) say 'feature myname="fake engine" setboard=1 usermove=1 ping=1 variants="normal,shogi"'
                   say 'feature option="Level -spin 1 0 9" done=1' ;;
            esac ;;
        ping*) say "pong ${line#ping }" ;;
        new | ucinewgame) asked=0; plays=no ;;
        force) plays=no ;;
        setboard*) [ "$how" != unfit ] || say "tellusererror Illegal position" ;;
        go*) plays=yes; think ;;
        usermove*) [ "$plays" = no ] && [ "$how" != balks ] || think ;;
        quit) exit 0 ;;
    esac
done
