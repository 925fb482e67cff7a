#!/bin/sh
# What `ferz import` and `ferz export` say: every key that cannot be said is named at its place, slips get a hint, files of any
# bytes are read to the end, and what is written is sound.
# usage: test_import.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

# says STATUS PATTERN LINES...: importing the lines ends so, and says that.
says() {
    wanted=$1 pattern=$2
    shift 2
    printf '%s\n' "$@" >a.ini
    timeout 20 "$FERZ" import a.ini >out 2>err
    status=$?
    [ "$status" -eq "$wanted" ] && { [ -z "$pattern" ] || grep -Eq -- "$pattern" err; }
    verdict $? "exit $status (not $wanted) or not said: $pattern ($*)"
}

# Keys for which there is no word, each at its line and column.
for line in \
    'enclosingDrop = quadwrangle' 'gating = true' 'seirawanGating = true' 'cambodianMoves = true' \
    'wallOrMove = true' 'moveRepetitionIllegal = true' \
    'bikjangRule = true' 'passWhite = true' \
    'passBlack = true' 'passOnStalemateWhite = true' 'passOnStalemateBlack = true'; do
    key=${line%% *}
    says 1 "^a\.ini:2:1: error: Ferz cannot say .$key = " '[a:chess]' "$line"
done
# The same where a parent of the other program has it.
says 1 '^a\.ini:1:4: error: Ferz cannot say .*, which .a. has from .cambodian.' '[a:cambodian]' 'castling = true'
# One board of two.
says 0 '^a\.ini:1:4: warning: .twoBoards = true.: this is one of the boards' '[a:bughouse]'

# Rules that depend on each other.
says 1 'flagMove = true' '[a:chess]' 'flagPiece = k' 'flagRegion = d4' 'flagMove = true'
says 1 'extinctionClaim = true' '[a:chess]' 'extinctionValue = loss' 'extinctionPieceTypes = n' 'extinctionClaim = true'
says 1 'nMoveRuleTypesBlack.* the same rules for both' '[a:chess]' 'nMoveRuleTypesWhite = q' 'nMoveRuleTypesBlack = r'
says 1 'beside a king no other piece castles' '[a:chess]' 'castlingKingPiece = q'
says 1 'one is no en passant target' '[a:chess]' 'tripleStepRegionWhite = *2' 'tripleStepRegionBlack = *7' 'enPassantRegion = *3'
says 1 'rows are straight, diagonal or both' '[a:chess]' 'connectN = 4' 'connectVertical = false'
says 1 'blasts beside several royal pieces' '[a:atomic]' 'extinctionPieceTypes = n'

# Rules that no key says are hooks of a script, written beside the rules.
says 2 'needs the script a\.lua beside it' '[a:chess]' 'flagPiece = k' 'flagRegion = d4' 'flagPieceSafe = true'
printf '[a:flipello]\n[b:a]\nmaxRank = 10\nmaxFile = 10\nstartFen = 10/10/10/10/4pP4/4Pp4/10/10/10/10[PPPppp] w - - 0 1\n' >s.ini
printf 'enclosingDropStart = e5 f5 e6 f6\n[c:chess]\nmustCapture = true\n' >>s.ini
"$FERZ" import s.ini --output scripted >out 2>err && [ "$(tail -n 1 out)" = '3 imported, 0 of them changed, 0 refused' ] &&
    [ -s scripted/a.lua ] && [ -s scripted/b.lua ] && [ ! -e scripted/c.lua ] && grep -qx 'script: a.lua' scripted/a.yaml
verdict $? 'scripts are written beside the rules'
for name in a b; do
    "$FERZ" check "scripted/$name.yaml" >out 2>err && ! grep -E '\[[EW][0-9]{4}\]$' err
    verdict $? "check scripted/$name.yaml"
done
"$FERZ" perft scripted/b.yaml --depth 3 >out 2>err && grep -qx 'nodes 56' out
verdict $? 'what a script says is played'

# A cannon hops over a soldier, not over a cannon; a rook moves along the drawn diagonals of a palace.
printf '[palace:janggimodern]\nstartFen = 4k4/9/9/9/9/C8/P8/C8/3R5/4K4 w - - 0 1\n' >palace.ini
"$FERZ" import palace.ini --output palace >out 2>err
"$FERZ" moves palace/palace.yaml --fen '4k4/9/9/9/9/C8/9/C8/9/3RK4 w - - 0 1' >out 2>err &&
    grep -qx 'd1e2' out && grep -qx 'd1f3' out && ! grep -qx 'd1c2' out && ! grep -q '^a[35]a' out
verdict $? 'a cannon hops over no cannon, and rooks follow drawn diagonals'
"$FERZ" moves palace/palace.yaml --fen '4k4/9/9/9/P8/9/P8/C8/9/3RK4 w - - 0 1' >out 2>err && grep -qx 'a3a5' out && ! grep -qx 'a3a6' out
verdict $? 'a cannon hops over a soldier'

# ends WORDS NAME FEN MOVE...: what status says after the moves.
ends() {
    words=$1 name=$2 fen=$3
    shift 3
    "$FERZ" status "rare/$name.yaml" --fen "$fen" ${1:+--moves} "$@" >out 2>err && grep -qx "$words" out
    verdict $? "$name ends with $words: $fen $*"
}

# counts NODES NAME DEPTH FEN: as the other program counts.
counts() {
    "$FERZ" perft "rare/$2.yaml" --depth "$3" --fen "$4" >out 2>err && grep -qx "nodes $1" out
    verdict $? "$2 counts $1: $4"
}

# Mates that count only after a strong check, promotions in place, blasts that leave walls, two targets of a step of three, and
# hoppers with a limit.
printf '[mongol:shatar]\n[burma:sittuyin]\n[far:chess]\ntripleStepRegionWhite = *2\ntripleStepRegionBlack = *7\n' >rare.ini
printf '[walls:atomic]\npawn = -\ncustomPiece1 = p:fmWfceFifmnD\npawnTypes = p\npetrifyOnCaptureTypes = pnbrq\n' >>rare.ini
printf 'enPassantRegion = -\n[stones:walls]\npetrifyBlastPieces = true\n' >>rare.ini
printf '[hop:chess]\ncustomPiece1 = q:mRpRmFpB2\nqueen = -\npromotionPieceTypes = rbn\n' >>rare.ini
"$FERZ" import rare.ini --output rare --force >out 2>err
verdict $? 'rare rules are imported'
for name in mongol burma far walls stones hop; do
    "$FERZ" check "rare/$name.yaml" >out 2>err && "$FERZ" explain "rare/$name.yaml" >out 2>>err && ! grep error err
    verdict $? "check and explain rare/$name.yaml"
done
ends 'white wins: checkmate' mongol '1k6/7p/1K6/8/8/8/8/4J3 w - - 0 1' e1e8
ends 'black wins: checkmate' mongol 'kr6/pp6/8/1N6/8/8/P7/K7 w - - 0 1' b5c7
ends 'draw: checkmate' mongol 'kb6/p7/8/8/8/7B/P7/K7 w - - 0 1' h3g2
ends 'white wins: checkmate' mongol 'k7/p1b5/8/8/8/7B/P7/K3R3 w - - 0 1' e1e8 c7b8 h3g2
ends 'draw: only promotions' burma '1r5k/8/8/7p/7P/2n5/8/K7[] w - - 0 1'
ends ongoing burma '1r5k/8/8/8/7P/2n5/8/K7[] w - - 0 1'
counts 17 burma 1 '8/8/8/k2P3R/8/8/8/4K3[] w - - 0 1'
counts 13 burma 1 'k7/8/8/8/P2P4/F7/8/R3K3[] w - - 0 1'
counts 500021 burma 4 '3k1r2/1r6/P3ppnp/p1p1P3/1pP2P2/P2P2PP/3K4/R3N2R[] w - - 0 1'
counts 29692 far 3 'r3k2r/1ppp1ppp/8/2P1P3/2p1p3/8/PP1P1PPP/R3K2R w KQkq - 0 1'
counts 73579 walls 3 'r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 1'
counts 2650 walls 3 '4k3/8/8/r2p1K2/2N5/8/8/8 w - - 0 1'
counts 73000 stones 3 'r3k2r/pppq1ppp/2np1n2/2b1p3/2B1P1b1/2NP1N2/PPPQ1PPP/R3K2R w KQkq - 0 1'
counts 197308 stones 4 'r3k2r/8/8/3n4/4R3/8/8/R3K2R b KQkq - 0 1'
counts 116289 hop 3 'r3k2r/pp1ppppp/2n1bn2/2q1b3/2B1P1B1/2Q2N2/PPP2PPP/R3K2R w KQkq - 0 1'
"$FERZ" import s.ini --output scripted >out 2>err
[ $? -eq 1 ] && [ ! -s out ] && rm scripted/?.yaml && "$FERZ" import s.ini --output scripted >out 2>err
[ $? -eq 1 ] && grep -q 'a\.lua exists already' err
verdict $? 'a script that exists is replaced only with --force'
"$FERZ" import --json s.ini >out 2>err && grep -q '"script": *"-- Rules of a' out
verdict $? 'scripts in JSON'

# Slips.
says 1 'a\.ini:2:1: error: unknown key .promtionRegionWhite' '[a:chess]' 'promtionRegionWhite = *8'
says 1 'did you mean .promotionRegionWhite' '[a:chess]' 'promtionRegionWhite = *8'
says 1 'a\.ini:1:4: error: there is no variant .chezz' '[a:chezz]'
says 1 'did you mean .chess' '[a:chezz]'
says 1 'comes later in the file' '[a:b]' '[b:chess]'
says 1 'two sections .a' '[a:chess]' '[a:chess]'
says 1 'needs .true. or .false., found .fasle' '[a:chess]' 'castling = fasle'
says 1 'whole number' '[a:chess]' 'nMoveRule = fifty'
says 1 'a\.ini:2:20: error: .flagRegion.: .d44x. is not a cell' '[a:chess]' 'flagRegion = d4 e4 d44x'
says 1 'a99999999999999999999' '[a:chess]' 'flagRegion = a99999999999999999999'
says 1 '.loss., .draw., .win. or .none' '[a:chess]' 'stalemateValue = lost'
says 1 'names the letter .x' '[a:chess]' 'promotionPieceTypes = qx'
says 1 'ranks and files' '[a:chess]' 'maxRank = 9'
says 1 'no piece .x' '[a:chess]' 'startFen = xnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1'
says 1 'a\.ini:2:12: error: .startFen.: it is too long' '[a:crazyhouse]' \
    "startFen = 4k3/8/8/8/8/8/8/4K3[$(printf '%01100d' 0 | tr 0 P)] w - - 0 1"
says 1 'has no pieces' '[a]'
says 1 'two pieces' '[a:chess]' 'archbishop = c' 'chancellor = c'
says 1 'needs a movement' '[a:chess]' 'customPiece1 = z'
says 1 'no .key = value.' '[a:chess]' 'castling : false'
says 1 'closing bracket' '[a:chess'
says 1 'no .section. in this file' '# nothing'
says 1 'inherits from .a., which has errors' '[a:chess]' 'nonsense = 1' '[b:a]'
says 0 'is twice' '[a:chess]' 'mustCapture = false' 'mustCapture = true'
says 0 'read as a comment' '[a:chess]' 'castling = false # none here'
says 0 'ignores .j. in .jR' '[a:chess]' 'customPiece1 = z:jR'
says 0 'counting towards a draw is skipped' '[a:makruk]'
says 0 '' '[a:chess]' 'pieceToCharTable = -' 'pieceValueMg = q:2500'
grep -q 'value: 979' out
verdict $? 'values are not scaled'

# What is written is what a person would have written.
printf '[mini-hill:kingofthehill]\nmustCapture = true\n' >b.ini
"$FERZ" import b.ini >out 2>err
cat >wanted <<'WANTED'
# From b.ini, line 1: [mini-hill:kingofthehill]
name: mini-hill
extends: chess
about: Imported from Fairy-Stockfish's format.

captures: {mandatory: true}

end:
  goal reached: {when: goal 1, result: win, zone: files d-e and ranks 4-5, pieces: king}
  dead position: none
WANTED
diff wanted out >err
verdict $? 'the file of a small variant'

# What is written can be played; if not, the section is refused with the reason. Names are free for files.
says 1 '^a\.ini:1:2: error: .a. is not imported' '[a:crazyhouse]' 'startFen = 4k3/8/8/8/8/8/8/4K3[K] w - - 0 1'
says 1 'they say: hands: no such piece can be in hand' '[a:crazyhouse]' 'startFen = 4k3/8/8/8/8/8/8/4K3[K] w - - 0 1'
says 1 '^a\.ini:2:1: error: .*several kinds' '[a:crazyhouse]' 'promotionPawnTypes = pb'
says 1 '^a\.ini:2:1: error: .*several kinds' '[a:crazyhouse]' 'pawnTypes = pn' 'promotionPieceTypes = q'
says 1 '^a\.ini:1:2: error: .*no game ends in .\.tuning' '[chess.tuning:chess]'
says 1 '^a\.ini:1:2: error: .*no game ends in .\.test' '[a.test:chess]'
says 1 '^a\.ini:2:2: error: .OK. and .ok. are one file' '[ok:chess]' '[OK:chess]'
says 1 '^a\.ini:2:2: error: .Shogi-X. and .shogi-x. are one file' '[shogi-x:shogi]' '[Shogi-X:chess]'
printf '[bad:crazyhouse]\nstartFen = 4k3/8/8/8/8/8/8/4K3[K] w - - 0 1\n[kid:bad]\nstartFen = 4k3/8/8/8/8/8/8/4K3[q] w - - 0 1\n' >kid.ini
"$FERZ" import kid.ini --output kid >out 2>err
[ "$(tail -n 1 out)" = '1 imported, 0 of them changed, 1 refused' ] && "$FERZ" check kid/kid.yaml >out 2>err
verdict $? 'a child of a section that cannot be played stands by itself'

# lists KEY WANTED SECTION-LINES...: the moves that begin with the letters, on one line.
lists() {
    from=$1 wanted=$2
    shift 2
    printf '%s\n' "$@" >l.ini
    found=$("$FERZ" moves l --rules l.ini 2>err | grep "^$from" | tr '\n' ' ')
    [ "$found" = "$wanted " ] || [ "$found$wanted" = '' ]
    verdict $? "$* lists $found, not $wanted"
}

# Royal by extinction and in hand; the last of them may not change into another piece, nor the only one.
lists Q@a 'Q@a1 Q@a2 Q@a3 Q@a4 Q@a5 Q@a6 Q@a7 Q@a8' '[l:coregal]' 'pieceDrops = true' 'startFen = 4k3/8/8/8/8/8/8/4K3[Qq] w - - 0 1'
lists Q@a '' '[l:coregal]' 'pieceDrops = true' 'startFen = 7k/8/8/8/8/r1P5/8/4K3[Q] w - - 0 1'
lists b1c3 'b1c3 b1c3,H@b1' '[l:seirawan]' 'mustCapture = true' 'startFen = 4k3/8/8/8/8/2p5/8/1N2K3[H] w B - 0 1'
turns='maxRank = 6
maxFile = 6
king = -
commoner = k
knight = n
promotionPieceTypes = -
promotedPieceType = k:n
promotionRegionWhite = *1 *2 *3 *4 *5 *6
promotionRegionBlack = *6 *5 *4 *3 *2 *1
mandatoryPiecePromotion = true
pieceDemotion = true
extinctionPieceTypes = k
extinctionPseudoRoyal = true
extinctionValue = loss'
lists d '' '[l]' "$turns" 'startFen = 2kk2/6/6/6/2+K3/3K2 w - - 0 1'
lists d1 'd1c1 d1c2 d1d2 d1e2' '[l]' "$turns" 'startFen = 2kk2/6/6/6/6/3KK1 w - - 0 1'
lists d1 '' '[l]' "$turns" 'startFen = 3k2/6/6/6/6/3KN1 w - - 0 1'
lists c2 'c2a1 c2a3 c2b4 c2d4 c2e1 c2e3' '[l]' "$turns" 'startFen = 2kk2/6/6/6/2+K3/3K2 w - - 0 1'

# Pieces that may turn back, where the other program lists a1a2- and the like: by choice, by captures, in a part of the board.
lists a1 'a1a2 a1a2l a1b2 a1b2l' '[l:kyotoshogi]' 'mandatoryPiecePromotion = false'
lists d1 'd1c2 d1c2n d1d2 d1d2n d1e2 d1e2n' '[l:kyotoshogi]' 'mandatoryPiecePromotion = false'
lists e1 'e1b1 e1b1r e1c1 e1d1 e1d2 e1e2 e1e2r' '[l:minishogi]' 'piecePromotionOnCapture = true' 'pieceDemotion = true' \
    'startFen = k4/5/5/K3B/PG2+r[] b - - 0 1'
lists b2 'b2a1 b2a2 b2a3 b2b1 b2b3 b2c1 b2c2 b2c3 b2d4 b2e5 b2e5b' '[l:minishogi]' 'pieceDemotion = true' 'startFen = k4/5/5/1+B3/4K[] w - - 0 1'
lists d4 'd4c4 d4c5 d4c5p d4d3 d4d5 d4d5p d4e4 d4e5 d4e5p' '[l:minishogi]' 'pieceDemotion = true' 'startFen = k1g2/3+P1/2G2/5/4K[] w - - 0 1'
lists b5 'b5a4r b5a5r b5b1r b5b2r b5b3r b5b4r b5c4r b5c5r b5d5r b5e5r' '[l:minishogi]' 'pieceDemotion = true' 'mandatoryPiecePromotion = true' \
    'startFen = 1+R3/5/k4/5/4K[] w - - 0 1'

# A piece that promotes only by captures does not go where it could never move again.
lists d4 '' '[l:minishogi]' 'piecePromotionOnCapture = true' 'startFen = k4/3P1/5/5/4K[] w - - 0 1'
lists d4 'd4d5+' '[l:minishogi]' 'piecePromotionOnCapture = true' 'startFen = k2g1/3P1/5/5/4K[] w - - 0 1'
lists d4 'd4a4 d4b4 d4c4 d4d5 d4d5+ d4e4' '[l:minishogi]' 'piecePromotionOnCapture = true' 'startFen = k2g1/3R1/3P1/5/4K[] w - - 0 1'

# The limit by file counts the unpromoted pieces, for promoted forms that are dropped, too; and these keep to the region of drops.
pawns='startFen = 4k4/9/9/9/9/9/P8/9/4K4[P] w - - 0 1'
lists '+P@a' '' '[l:shogi]' 'dropPromoted = true' "$pawns"
lists '+P@b' '+P@b1 +P@b2 +P@b3 +P@b4 +P@b5 +P@b6 +P@b7 +P@b8 +P@b9' '[l:shogi]' 'dropPromoted = true' "$pawns"
lists '+P@a' '+P@a1 +P@a2 +P@a4 +P@a5 +P@a6 +P@a7 +P@a8 +P@a9' '[l:shogi]' 'dropPromoted = true' 'dropNoDoubledCount = 2' "$pawns"
lists '+P@b' '+P@b1 +P@b2' '[l:shogi]' 'dropPromoted = true' 'whiteDropRegion = *1 *2' "$pawns"
lists '+S@a' '' '[l:minishogi]' 'dropPromoted = true' 'dropNoDoubled = s' 'startFen = k4/5/5/S4/4K[S] w - - 0 1'
lists '+P@a' '+P@a1 +P@a3 +P@a4' '[l:minishogi]' 'dropPromoted = true' 'startFen = k4/5/5/+P4/4K[P] w - - 0 1'

# becomes FEN MOVES SECTION-LINES...: the position after the moves.
becomes() {
    wanted=$1 moves=$2
    shift 2
    printf '%s\n' "$@" >l.ini
    # shellcheck disable=SC2086 # several moves
    found=$("$FERZ" fen l --rules l.ini --moves $moves 2>err)
    [ "$found" = "$wanted" ]
    verdict $? "$* becomes $found, not $wanted"
}

# A piece that becomes a wall goes to the opponent's hand, where captured pieces go to hands.
crazy='[l:crazyhouse]' knight='startFen = 4k3/8/8/3p4/8/4N3/8/4K3[] w - - 0 1'
becomes '4k3/8/8/3=X4/8/8/8/4K3[Pn] b - - 0 1' e3d5 "$crazy" 'petrifyOnCaptureTypes = n' "$knight"
becomes '4k3/8/8/3N4/8/8/8/4K3[P] b - - 0 1' e3d5 "$crazy" 'petrifyOnCaptureTypes = qr' "$knight"
says 2 'a promoted pawn that becomes a wall comes to the hand as a pawn' '[a:crazyhouse]' 'petrifyOnCaptureTypes = qnr'
becomes '4k4/9/3n5/3=X5/9/9/9/9/4K4[Ps] b - - 0 1' d5d6 '[l:shogi]' 'petrifyOnCaptureTypes = psr' \
    'startFen = 4k4/9/3n5/3+p5/3S5/9/9/9/4K4[] w - - 0 1'
becomes '4k3/8/3n4/3=X4/8/8/8/4K3[Pq] b - - 0 1' d4d5 "$crazy" 'petrifyOnCaptureTypes = qn' 'dropLoop = true' \
    'startFen = 4k3/8/3n4/3p4/3Q4/8/8/4K3[] w - - 0 1'
becomes '7k/8/8/8/8/8/8/4K3[Rp] b - - 0 1' d7e8q "$crazy" 'petrifyOnCaptureTypes = p' 'startFen = 4r2k/3P4/8/8/8/8/8/4K3[] w - - 0 1'
becomes '7k/8/8/8/8/8/8/4K3 b - - 0 1' d7e8q '[l:chess]' 'petrifyOnCaptureTypes = p' 'startFen = 4r2k/3P4/8/8/8/8/8/4K3 w - - 0 1'

# Only what cannot be taken back resets the clock; and drops do.
becomes 'r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 2 2' 'b1c3 b8c6' '[l:chess]' 'nMoveRuleTypes = nb'
becomes 'r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 2 2' 'b1c3 b8c6' '[l:chess]' 'pawnTypes = pn'
while read -r letter move clock; do
    cell=$(printf '%s' "$move" | cut -c 3-4) file=$(printf '%s' "$move" | cut -c 3 | tr abcdefgh 12345678)
    board='' rank=8
    while [ $rank -gt 0 ]; do
        row=8
        if [ $rank -eq 8 ]; then row=4k3; fi
        if [ $rank -eq 1 ]; then row=4K3; fi
        if [ "$rank" = "${cell#?}" ]; then
            before=$((file - 1)) behind=$((8 - file))
            [ $before -gt 0 ] || before=''
            [ $behind -gt 0 ] || behind=''
            row=$before$letter$behind
        fi
        board=$board$row
        [ $rank -eq 1 ] || board=$board/
        rank=$((rank - 1))
    done
    becomes "$board b - - $clock 1" "$move" '[l:chess]' 'silver = s' 'lance = l' 'soldier = o' 'knight = -' 'customPiece1 = n:N' \
        'customPiece2 = z:mNcF' 'customPiece3 = y:nA' 'customPiece4 = x:fRsW' 'customPiece5 = u:fNbmN' 'customPiece6 = t:fNbcN' \
        'promotionPieceTypes = q' 'nMoveRuleTypes = nqrsloxyzut' "startFen = 4k3/8/8/8/3${letter}4/8/8/4K3 w - - 7 1"
done <<'CLOCKS'
N d4e6 8
S d4d5 0
S d4e5 8
S d4c3 8
L d4d5 0
O d4d5 0
O d4e4 8
Z d4e6 8
Y d4f6 8
X d4d6 0
X d4e4 8
U d4e6 8
U d4e2 8
T d4e6 0
Q d4d7 8
CLOCKS
becomes 'lgkcckwl/h1hhhhhh/8/3h4/8/2N5/PPPPPPPP/R1BQKBNR w KQ - 0 2' 'b1c3 b7d5' '[l:spartan]'
castle='startFen = r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 1'
becomes 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 0 1' e1g1 '[l:chess]' 'nMoveRuleTypes = k' "$castle"
becomes 'r3k2r/8/8/8/8/8/4K3/R6R b kq - 8 1' e1e2 '[l:chess]' 'nMoveRuleTypes = k' "$castle"
becomes 'r3k2r/8/8/8/8/8/8/R4RK1 b kq - 8 1' e1g1 '[l:chess]' 'nMoveRuleTypes = r' "$castle"
becomes '4k3/8/8/8/3N4/8/8/4K3[Pnp] b - - 0 1' N@d4 "$crazy" 'startFen = 4k3/8/8/8/8/8/8/4K3[NPnp] w - - 7 1'
becomes '4k4/9/9/9/4G4/9/9/9/4K4[Ppg] b - - 0 1' G@e5 '[l:shogi]' 'startFen = 4k4/9/9/9/9/9/9/9/4K4[GPgp] w - - 7 1'

# Where a pawn may not be, it does not pass on its double or triple step, nor end it.
kings='startFen = 4k3/2p5/8/8/8/8/2P5/4K3'
lists c2 '' '[l:chess]' 'mobilityRegionWhitePawn = c2 c4 c5' "$kings w - - 0 1"
lists c2 'c2c3' '[l:chess]' 'mobilityRegionWhitePawn = c2 c3 c5' "$kings w - - 0 1"
lists c2 'c2c3 c2c4' '[l:chess]' 'mobilityRegionWhitePawn = c3 c4 c5' "$kings w - - 0 1"
lists c2 'c2c3 c2c4' '[l:chess]' 'mobilityRegionBlackPawn = c7 c5 c4' "$kings w - - 0 1"
lists c7 '' '[l:chess]' 'mobilityRegionBlackPawn = c7 c5 c4' "$kings b - - 0 1"
lists c2 '' '[l:chess]' 'mobilityRegionWhitePawn = *2 *4' 'enPassantRegion = *3 *6' "$kings w - - 0 1"
lists c3 'c3c4' '[l:chess]' 'doubleStepRank = 3' 'mobilityRegionWhitePawn = *3 *4' 'startFen = 4k3/8/8/8/8/2P5/8/4K3 w - - 0 1'
triple='tripleStepRegionWhite = *2'
lists c2 'c2c3 c2c4 c2c5' '[l:chess]' "$triple" 'enPassantRegion = -' "$kings w - - 0 1"
lists c2 'c2c3 c2c4' '[l:chess]' "$triple" 'mobilityRegionWhitePawn = *3 *4' "$kings w - - 0 1"
lists c2 'c2c3' '[l:chess]' "$triple" 'mobilityRegionWhitePawn = *3 *5' "$kings w - - 0 1"
lists c2 '' '[l:chess]' "$triple" 'mobilityRegionWhitePawn = *4 *5' "$kings w - - 0 1"

# Nothing goes where it would never move again, but with a promotion.
lists d4 'd4d5 d4d6 d4d7' '[l:chess]' 'lance = l' 'immobilityIllegal = true' 'startFen = 4k3/8/8/8/3L4/8/8/4K3 w - - 0 1'
lists d4 'd4d5 d4d6 d4d7 d4d8' '[l:chess]' 'lance = l' 'startFen = 4k3/8/8/8/3L4/8/8/4K3 w - - 0 1'
lists d5 '' '[l:chess]' 'shogiKnight = m' 'immobilityIllegal = true' 'startFen = 4k3/8/8/3M4/8/8/8/4K3 w - - 0 1'
lists d4 'd4c6 d4e6' '[l:chess]' 'shogiKnight = m' 'immobilityIllegal = true' 'startFen = 4k3/8/8/8/3M4/8/8/4K3 w - - 0 1'
lists d6 'd6d7 d6d8+' '[l:chess]' 'lance = l' 'promotedPieceType = l:g' 'gold = g' 'immobilityIllegal = true' \
    'startFen = 4k3/8/3L4/8/8/8/8/4K3 w - - 0 1'
printf '[l:chess]\nlance = l\nimmobilityIllegal = true\n' >l.ini
"$FERZ" why l --rules l.ini --fen '3k4/8/8/8/3L4/8/8/4K3 b - - 0 1' d8d7 >out 2>err
grep -q 'check' out
verdict $? 'and still it checks there'

# Pieces come from the hand only where they may be dropped, with drops and without.
gating='startFen = 4k3/8/8/8/8/8/8/RN2K3[Hh] w QB - 0 1'
lists b1a 'b1a3 b1a3,H@b1' '[l:seirawan]' 'whiteDropRegion = b1 e1' "$gating"
lists a1a2 'a1a2' '[l:seirawan]' 'whiteDropRegion = b1 e1' "$gating"
lists b1a 'b1a3 b1a3,H@b1' '[l:seirawan]' 'blackDropRegion = a8' "$gating"
lists b1a 'b1a3' '[l:seirawan]' 'whiteDropRegion = *3' "$gating"
lists b1a 'b1a3' '[l:seirawan]' 'whiteDropRegion = -' 'blackDropRegion = -' "$gating"
lists a1a2 'a1a2' '[l:seirawan]' 'mobilityRegionWhiteArchbishop = b1' 'pieceDrops = true' "$gating"
lists b1a 'b1a3 b1a3,H@b1' '[l:seirawan]' 'mobilityRegionWhiteArchbishop = b1' 'pieceDrops = true' "$gating"
says 0 'warning: there .archbishop. comes from the hand to fewer cells' '[a:seirawan]' 'mobilityRegionWhiteArchbishop = b1'
says 0 '' '[a:seirawan]' 'mobilityRegionWhiteArchbishop = *1 *2'
[ ! -s err ]
verdict $? 'a region that holds all gates is no other'

# A right of gating is that of the cell.
seirawan() {
    "$FERZ" moves seirawan --fen "$1" >out 2>err && [ "$(wc -l <out)" -eq "$2" ]
    verdict $? "seirawan lists $2 moves: $1"
}
seirawan '4k3/8/8/8/8/8/8/3NK3[H] w D - 0 1' 12
seirawan '4k3/8/8/8/8/8/8/3NK3[H] w DE - 0 1' 16
seirawan '3nk3/8/8/8/8/8/8/4K3[h] b d - 0 1' 12
seirawan 'rqbnkbnr/8/8/8/8/8/8/RQBNKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1' 156
"$FERZ" fen seirawan --fen '4k3/8/8/8/8/8/8/3NK3[H] w AD - 0 1' >out 2>err && grep -q '3NK3\[H\] w D -' out && grep -q 'W0712' err
verdict $? 'a right of an empty cell is warned of'

# Files, one section, JSON.
sections=$(grep -c '^\[' "$root/tests/engines/variants-debian.ini")
"$FERZ" import "$root/tests/engines/variants-debian.ini" --output some/games >out 2>err && [ "$(grep -c '^written' out)" -eq "$sections" ] &&
    grep -Eqx "$sections imported, [0-9]+ of them changed, 0 refused" out && mv some/games games
verdict $? 'a file for each section, in a folder that is made'
"$FERZ" import "$root/tests/engines/variants-debian.ini" --output games >out 2>err
[ $? -eq 1 ] && [ ! -s out ] && grep -q 'exists already; nothing was written (--force replaces it)' err &&
    "$FERZ" import "$root/tests/engines/variants-debian.ini" --output games --force >out 2>err && [ -s out ]
verdict $? 'files that exist are replaced only with --force'
for file in games/*.yaml; do
    # Pieces that the other program declares and never sets up are imported.
    "$FERZ" check "$file" --rules games >out 2>err && ! grep -E '\[[EW][0-9]{4}\]$' err | grep -v W1012
    verdict $? "check $file"
done
mkdir same && printf '[chess:chess]\ncastling = false\n[next:chess]\ndoubleStep = false\n' >same.ini
"$FERZ" import same.ini --output same >out 2>err && "$FERZ" perft same/chess.yaml --depth 3 >out 2>err && grep -q '^nodes 8902$' out &&
    "$FERZ" check same/next.yaml >out 2>err
verdict $? 'a section that is called as its parent is no parent of itself'
"$FERZ" import "$root/tests/engines/variants-debian.ini" >out 2>err
[ $? -eq 2 ] && grep -q -- '--variant NAME chooses one' err
verdict $? 'many games and no folder'
"$FERZ" import "$root/tests/engines/variants-debian.ini" --variant must-take >out 2>err && grep -q '^name: must-take' out
verdict $? '--variant'
"$FERZ" import "$root/tests/engines/variants-debian.ini" --variant must-tale >out 2>err
[ $? -eq 1 ] && grep -q 'did you mean .must-take' err
verdict $? '--variant with a slip'
# Of other sections nothing is said; of what the wanted one inherits, all.
printf '[a:chess]\nnonsense = 1\n[b:chess]\nmustCapture = true\n[c:b]\n[d:a]\n[e:chess]\ncountingRule = makruk\nline\n' >m.ini
"$FERZ" import m.ini --variant c >out 2>err && [ ! -s err ] && grep -q '^name: c$' out
verdict $? '--variant says nothing of other sections'
"$FERZ" import m.ini --variant d >out 2>err
[ $? -eq 1 ] && grep -q '^m.ini:2:1: error: unknown key .nonsense' err && ! grep -q 'line' err
verdict $? '--variant says what is wrong with a parent'
"$FERZ" import m.ini --output counted >out 2>err
[ $? -eq 1 ] && [ "$(tail -n 1 out)" = '2 imported, 0 of them changed, 3 refused' ]
verdict $? 'the closing line'
"$FERZ" import --json m.ini >out 2>err
grep -q '"refused": *3' out
verdict $? 'the number of refused sections in JSON'
# A height without its promotion region: the eighth rank for White, the first for Black, as there.
says 0 '' '[t:chess]' 'maxRank = 6' 'startFen = rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
grep -q 'on: for black rank 1' out
verdict $? 'a height without its promotion region'
"$FERZ" import --json b.ini >out 2>err && grep -q '"name": *"mini-hill"' out
verdict $? '--json'
"$FERZ" import none.ini >out 2>err
[ $? -eq 3 ]
verdict $? 'a file that is not there'

# Files with damage: any status but a crash.
i=0
while [ $i -lt 60 ]; do
    awk -v seed=$i 'BEGIN { srand(seed) } { line = $0; if (rand() < 0.15) { n = int(rand() * length(line)) + 1
        line = substr(line, 1, n - 1) sprintf("%c", 33 + int(rand() * 94)) substr(line, n + 1 + int(rand() * 3)) } print line }' \
        "$root/tests/engines/variants-current.ini" >c.ini
    timeout 20 "$FERZ" import c.ini --output games --force >out 2>err
    status=$?
    [ $status -le 1 ] || { verdict 1 "damage $i: exit $status"; cp c.ini "damage-$i.ini"; }
    i=$((i + 1))
done
head -c 100000 /dev/urandom >d.ini
timeout 20 "$FERZ" import d.ini >out 2>err
[ $? -le 1 ]
verdict $? 'random bytes'
# What no person writes: too many sections, keys and bytes.
awk 'BEGIN { for (i = 0; i < 4097; i++) print "[s" i ":chess]" }' >f.ini
timeout 60 "$FERZ" import f.ini --variant s1 >out 2>err && [ ! -s err ]
verdict $? 'one of too many sections'
timeout 600 "$FERZ" import f.ini --output many --budget 500 >out 2>err # sanitized it takes more than the usual ten seconds
[ $? -eq 1 ] && grep -q '^f\.ini:4097:1: error: more than 4096 sections' err
verdict $? 'too many sections'
awk 'BEGIN { print "[a:chess]"; for (i = 0; i < 1025; i++) print "key" i " = 1" }' >f.ini
timeout 20 "$FERZ" import f.ini >out 2>err
[ $? -eq 1 ] && grep -q '^f\.ini:1026:1: error: more than 1024 keys in one section' err && [ ! -s out ]
verdict $? 'too many keys'
head -c 4194305 /dev/zero | tr '\0' '#' >f.ini
timeout 20 "$FERZ" import f.ini >out 2>err
[ $? -eq 1 ] && grep -q 'f\.ini is larger than 4 MiB' err && [ ! -s out ]
verdict $? 'too many bytes'
printf '[a\0b:chess]\n' >f.ini
timeout 20 "$FERZ" import f.ini >out 2>err
[ $? -eq 1 ] && grep -q '^f\.ini:1:2: error: a section needs a name' err
verdict $? 'a name with a byte of nothing'
printf '[' >f.ini
timeout 20 "$FERZ" import f.ini >out 2>err
[ $? -eq 1 ] && grep -q 'closing bracket' err
verdict $? 'a file of one byte'
printf '\357\273\277[a:chess]\r\nmustCapture = true\r\n' >e.ini
"$FERZ" import e.ini >out 2>err && grep -q 'mandatory: true' out
verdict $? 'a byte order mark and the line ends of Windows'

# And back, with the scripts that the import wrote, which name their keys. One that somebody has changed is another rule.
rm -rf scripted && "$FERZ" import s.ini --output scripted >out 2>err
for name in a b c; do
    "$FERZ" export "scripted/$name.yaml" >"$name.section" 2>err
    verdict $? "export scripted/$name.yaml"
done
grep -qx 'flipEnclosedPieces = reversi' b.section && grep -qx 'enclosingDropStart = e5 f5 e6 f6' b.section
verdict $? 'keys of a script'
sed -i 's/#enclosed(move.to, move.owner) > 0/#enclosed(move.to, move.owner) > 1/' scripted/b.lua
"$FERZ" export scripted/b.yaml >out 2>err
[ $? -eq 1 ] && grep -q 'b\.yaml:.*cannot say this script' err && [ ! -s out ]
verdict $? 'export of a script that was changed'
sed -i 's/^-- Fairy-Stockfish: enclosingDrop = .*/&\n-- Fairy-Stockfish: mustCapture = true/' scripted/a.lua
"$FERZ" export scripted/a.yaml >out 2>err
[ $? -eq 1 ] && grep -q 'cannot say this script' err && [ ! -s out ]
verdict $? 'export of a script that names another rule'
sed -i 's/may_drop: {at: legal, drops: true}/may_drop: {at: legal}/' scripted/a.yaml
sed -i '/mustCapture/d' scripted/a.lua
"$FERZ" export scripted/a.yaml >out 2>err
[ $? -eq 1 ] && grep -q 'cannot say this script' err
verdict $? 'export of a hook that was changed'
"$FERZ" export crazyhouse >out 2>err && grep -q '^capturesToHand = true' out
verdict $? 'export'
"$FERZ" export tic-tac-toe >out 2>err && grep -q '^startFen = 3/3/3\[XXXXXXXXX' out
verdict $? 'export of drops from nowhere: as many in hand as there are cells'
printf 'name: A\nextends: chess\ndrops: {endless: all}\n' >endless.yaml
"$FERZ" export endless.yaml >out 2>err
[ $? -eq 1 ] && grep -q 'drops of pieces that are not in hand' err && [ ! -s out ]
verdict $? 'export of drops from nowhere that captures go on'
"$FERZ" export frankfurt >out 2>err
[ $? -eq 1 ] && grep -q 'captures that transform pieces' err && [ ! -s out ]
verdict $? 'export of what cannot be said'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
