#!/bin/sh
# What `ferz export` writes, read by Fairy-Stockfish: as many leaves as here. A section that needs keys which Debian's 11.1
# does not have (`strings` of it has none of those below) is skipped with a message.
# Usage: test_export.sh FERZ FAIRY-STOCKFISH
set -u
FERZ=$1
THEIRS=${2:-}
if [ -z "$THEIRS" ] || [ ! -x "$THEIRS" ]; then
    echo "skipped: no fairy-stockfish"
    exit 77
fi
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
agreed=0
failed=0

count_here() { # GAME DEPTH
    "$FERZ" perft "$1" --depth "$2" | sed -n 's/^nodes //p'
}

count_there() { # FILE SECTION DEPTH
    printf 'setoption name VariantPath value %s\nsetoption name UCI_Variant value %s\nposition startpos\ngo perft %s\nquit\n' "$@" |
        timeout 60 "$THEIRS" 2>/dev/null | sed -n 's/^Nodes searched: //p'
}

# It reads promotionRank, which tells no region of all ranks, and no movement of a king's own.
newer='customPiece|pass|connect|dropNoDoubledCount|wallingRule|pieceDemotion|king = [a-z]:'
for game in $("$FERZ" list | cut -f 1); do
    file=$work/$game.ini
    "$FERZ" export "$game" >"$work/section" 2>/dev/null || continue
    if grep -Eq "^($newer)" "$work/section"; then
        echo "left out: $game: $(grep -Eo "^($newer)[A-Za-z0-9]*" "$work/section" | head -n 1)"
        continue
    fi
    # Under a name of its own, so that no game that the program has by itself is counted instead.
    sed "s/^\[[^]:]*/[exported-game/" "$work/section" >"$file"
    ours=$(count_here "$game" 3)
    theirs=$(count_there "$file" exported-game 3)
    if [ "$ours" = "$theirs" ]; then
        agreed=$((agreed + 1))
        echo "agreed: $game: $ours"
    else
        failed=$((failed + 1))
        echo "FAILED: $game: $ours here, ${theirs:-nothing} there"
    fi
done
[ "$agreed" -ge 5 ] || { failed=$((failed + 1)); echo "FAILED: only $agreed games were compared"; }
echo "$agreed agreed, $failed failed"
[ "$failed" -eq 0 ]
