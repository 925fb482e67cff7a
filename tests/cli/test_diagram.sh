#!/bin/sh
# `ferz diagram` as people call it: SVG that other programs read, PNG of the right size, letters, and what it says when it cannot.
# usage: test_diagram.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# says STATUS PATTERN WORDS...: the exit status, and what standard error says; nothing on standard output.
says() {
    wanted=$1 pattern=$2
    shift 2
    "$FERZ" diagram "$@" >out 2>err
    status=$?
    [ "$status" -eq "$wanted" ] && grep -q -e "$pattern" err && [ ! -s out ]
    verdict $? "ferz diagram $* says $pattern"
}

# ---- SVG as other programs read it ----

if command -v python3 >/dev/null 2>&1; then
    reader() { python3 -c 'import sys, xml.etree.ElementTree as e; e.parse(sys.argv[1])' "$1"; }
elif command -v xmllint >/dev/null 2>&1; then
    reader() { xmllint --noout "$1"; }
else
    reader() { true; }
fi
for game in chess minishogi hex80 morris draughts-bashni four-handed-cross ludo xiangqi tavreli nardy-long andromeda \
    swedish-chess cylinder-chess; do
    "$FERZ" diagram "$game" --output "$game.svg" >out 2>err && reader "$game.svg" >>out 2>>err
    verdict $? "$game is read as XML"
done

"$FERZ" diagram chess >out 2>err && cmp -s out chess.svg
verdict $? "standard output and --output get the same bytes"
"$FERZ" diagram chess --flip black >flipped 2>err && ! cmp -s flipped chess.svg
verdict $? "the other side sees another picture"
"$FERZ" diagram chess --moves e2e4 --highlight e4,d5 >out 2>err && [ "$(grep -c 'stroke="#0072b2"' out)" -eq 2 ] &&
    [ "$(grep -c 'fill="#e0b400"' out)" -eq 2 ]
verdict $? "the last move and two cells are shown"
"$FERZ" diagram minishogi --fen '4k/5/5/5/4K[PPs] w' >out 2>err && grep -q '>2</text>' out && grep -q '>white</text>' out
verdict $? "hands stand beside the board"
"$FERZ" diagram draughts-bashni --fen '8/8/8/4(MmmmmM)3/8/8/8/8 w' >out 2>err && grep -q '>6</text>' out
verdict $? "a high stack has its number"

# ---- letters ----

"$FERZ" diagram xiangqi --piece cannon --square e5 --text >out 2>err && cat >wanted <<'END'
10 . . . . ^ . . . .
 9 . . . . ^ . . . .
 8 . . . . ^ . . . .
 7 . . . . ^ . . . .
 6 . . . . o . . . .
 5 ^ ^ ^ o C o ^ ^ ^
 4 . . . . o . . . .
 3 . . . . ^ . . . .
 2 . . . . ^ . . . .
 1 . . . . ^ . . . .
   a b c d e f g h i

^  moves without capturing; only captures, over a piece on the way
o  moves without capturing
END
cmp -s out wanted
verdict $? "a cannon in letters"
"$FERZ" diagram chess --piece P --player black --square e7 --text >out 2>err && cat >wanted <<'END'
1 . . . . . . . .
2 . . . . . . . .
3 . . . . . . . .
4 . . . . . . . .
5 . . . ^ . . . .
6 . . # o # . . .
7 . . . p . . . .
8 . . . . . . . .
  h g f e d c b a

^  moves without capturing, from its first cell only
#  only captures, en passant too
o  moves without capturing
END
cmp -s out wanted
verdict $? "a pawn from its owner's side"

# ---- PNG ----

# png FILE WIDTH HEIGHT: the signature, and the size that the header says.
png() {
    signature=$(od -An -tx1 -N8 "$1" | tr -d ' \n')
    width=$(od -An -tu1 -j16 -N4 "$1" | awk '{print (($1 * 256 + $2) * 256 + $3) * 256 + $4}')
    height=$(od -An -tu1 -j20 -N4 "$1" | awk '{print (($1 * 256 + $2) * 256 + $3) * 256 + $4}')
    [ "$signature" = 89504e470d0a1a0a ] && [ "$width" -eq "$2" ] && [ "$height" -eq "$3" ]
}
"$FERZ" diagram chess --output chess.png >out 2>err
status=$?
if [ "$status" -eq 3 ] && grep -q 'without librsvg' err; then
    [ ! -e chess.png ]
    verdict $? "without librsvg nothing is written"
    echo "PNG: left out, this ferz was built without librsvg"
else
    width=$(sed -n '1s/.* width="\([0-9]*\)".*/\1/p' chess.svg)
    height=$(sed -n '1s/.* height="\([0-9]*\)".*/\1/p' chess.svg)
    [ "$status" -eq 0 ] && png chess.png "$width" "$height"
    verdict $? "a PNG by the name of its file"
    # The library is looked for only now, and may be gone or spoilt.
    mkdir spoilt && : >spoilt/librsvg-2.so.2
    LD_LIBRARY_PATH=$PWD/spoilt "$FERZ" diagram chess --output none.png >out 2>err
    [ $? -eq 3 ] && [ ! -e none.png ] && grep -q 'no PNG: librsvg cannot be loaded (.*); an SVG is always possible' err
    verdict $? "with a spoilt librsvg nothing is written, and why is said"
    "$FERZ" diagram chess --png >out.png 2>err && cmp -s out.png chess.png
    verdict $? "a PNG on standard output"
    # shellcheck disable=SC2046 # two numbers, two words
    "$FERZ" diagram chess --size 100 --output large.png >out 2>err &&
        png large.png $(sed -n '1s/.* viewBox="0 0 \([0-9]*\) \([0-9]*\)".*/\1 \2/p' chess.svg)
    verdict $? "a PNG whose cells are a hundred pixels wide"
fi

"$FERZ" diagram xiangqi --piece horse --lang ru >out 2>err && grep -q 'только если путь свободен' out &&
    "$FERZ" diagram xiangqi --piece horse --text --lang ru >out 2>err && grep -q 'ходит' out
verdict $? "the legend in Russian"

# ---- what cannot be drawn ----

says 1 'no piece "kinght"; did you mean knight' chess --piece kinght
says 1 'no cell "e9"' chess --piece knight --square e9
says 1 'no player "green"; there are: white, black' chess --flip green
says 1 'no cell "zz"' chess --highlight e4,zz
says 2 'needs --piece' chess --square e4
says 2 'without --piece' chess --piece knight --moves e2e4
says 2 'takes a number from 8 to 400' chess --size 5
says 1 'E0701' chess --fen 9/8
says 3 'No such file' chess --output no/such/folder.svg
printf 'mine\n' >kept.svg && ln -s nowhere dangling.svg
says 1 'kept.svg exists already; nothing was written (--force replaces it)' chess --output kept.svg
says 1 'dangling.svg exists already' chess --output dangling.svg
[ "$(cat kept.svg)" = mine ]
verdict $? 'a file that exists is not replaced'
"$FERZ" diagram chess --output kept.svg --force >out 2>err && cmp -s kept.svg chess.svg
verdict $? 'with --force it is'
printf '#!/bin/sh\n' >here && mkdir folder
says 3 'not a regular file' chess --output folder

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
