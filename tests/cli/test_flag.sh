#!/bin/sh
# `ferz status --flag PLAYER`: who has what when a player's time has run out.
# usage: test_flag.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# flag WANTED GAME PLAYER FEN [OPTION...]
flag() {
    wanted=$1 game=$2 player=$3 fen=$4
    shift 4
    "$FERZ" status "$game" --flag "$player" --fen "$fen" "$@" >out 2>err
    [ "$(cat out)" = "$wanted" ]
    verdict $? "$game, $player, $fen: $wanted"
}

white='white wins: time forfeit' black='black wins: time forfeit' draw='draw: time forfeit against insufficient material'

# a lone king never mates; anything more may, with the help of what the other side has
flag "$draw" chess white '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
flag "$white" chess black '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'
flag "$draw" chess black '8/8/4q3/4k3/8/8/8/4K3 w - - 0 1'
flag "$white" chess black '8/8/4p3/4k3/8/8/4B3/4K3 w - - 0 1'
flag "$black" chess white '8/8/4p3/4k3/8/8/4B3/4K3 w - - 0 1'
flag "$white" chess black '8/8/4n3/4k3/8/8/4N3/4K3 b - - 0 1'
flag "$white" chess black '8/8/4b3/4k3/8/8/4N3/4K3 b - - 0 1'
flag "$white" chess BLACK '8/8/8/4k3/8/8/3RP3/4K3 b - - 0 1'
flag "$draw" chess960 black '8/8/4q3/4k3/8/8/8/4K3 w - - 0 1'
flag "$draw" grid-chess black '8/8/4q3/4k3/8/8/8/4K3 w - - 0 1'
flag "$draw" capablanca black '10/10/4q5/4k5/10/10/10/4K5 w - - 0 1'
flag "$white" capablanca black '10/10/4q5/4k5/10/10/4C5/4K5 w - - 0 1'
# other aims: a lone king gives no check and blows up nobody, but it can reach a hill, race, or become another piece
flag "$draw" three-check black '8/8/4q3/4k3/8/8/8/4K3 w - - 0 1'
flag "$white" three-check black '8/8/4q3/4k3/8/8/4N3/4K3 w - - 0 1'
flag "$draw" atomic black '8/8/4q3/4k3/8/8/8/4K3 w - - 0 1'
flag "$white" king-of-the-hill black '8/4k3/4q3/8/8/8/8/4K3 w - - 0 1'
flag "$white" racing-kings black '8/8/8/8/8/4q3/k7/6K1 w - - 0 1'
flag "$white" frankfurt black '8/8/4q3/4k3/8/8/8/4K3 w - - 0 1'
# hands: what is captured can be dropped
flag "$white" crazyhouse black '8/8/4q3/4k3/8/8/8/4K3[] w - - 0 1'
flag "$white" crazyhouse black '8/8/8/4k3/8/8/8/4K3[P] w - - 0 1'
flag "$black" crazyhouse white '8/8/8/4k3/8/8/8/4K3[p] w - - 0 1'
flag "$white" shogi black 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1'
flag "$white" makruk black '8/8/4k3/8/8/3s4/8/4K3 w - - 0 1'
# a stalemate that wins may come to a lone king
flag "$draw" shatranj black '8/8/4r3/4k3/8/8/8/4K3 w - - 0 1'
flag "$white" shatranj black '8/8/4r3/4k3/8/8/8/4K3 w - - 0 1' --set stalemate=win
# who is over stays over; sides of several players win together
flag 'black wins: checkmate' chess black 'rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3'

"$FERZ" status chess --flag white --fen '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1' --json >out 2>err
grep -q '"flag":"white","outcome":"draw","reason":"time forfeit against insufficient material"' out
verdict $? "as JSON"
"$FERZ" status four-handed-cross --flag red >out 2>err
grep -q '^white and green win: time forfeit$' out
verdict $? "sides of two players"
"$FERZ" status three-player-triptych --flag A-White >out 2>err
[ $? -eq 1 ] && grep -q 'more than two sides' err
verdict $? "three sides: refused"
"$FERZ" status chess --flag green >out 2>err
[ $? -eq 1 ] && grep -q 'no player "green"; there are: white, black' err
verdict $? "no such player"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
