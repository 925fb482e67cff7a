#!/bin/sh
# The pictures of the guides, made by `ferz diagram` from the games that the pages show.
# usage: pictures.sh PATH-OF-FERZ [--write]: says whether the pictures are those; with --write, makes them.
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FERZ [--write]" >&2; exit 2; }
ferz=$1
root=$(cd "$(dirname "$0")/../../.." && pwd)
pictures=$root/guides/rules/pictures
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
FERZ_RULES=$root/rules
export FERZ_RULES

# page_game PAGE TITLE: the whole game of that title on a page of guides/rules/.
page_game() {
    awk -v title="name: $2" '
        inside && /^```/ { exit }
        inside { print }
        /^```yaml$/ { getline; if ($0 == title) { inside = 1; print } }' "$root/guides/rules/$1" >"$work/game.yaml"
}

# picture NAME ARGUMENTS-OF-DIAGRAM
picture() {
    name=$1
    shift
    "$ferz" diagram "$@" >"$work/$name.svg" || exit 1
}

page_game boards.md 'Small hexagons'
picture small-hexagons "$work/game.yaml" --size 32
page_game pictures.md 'Across the brook'
picture river "$work/game.yaml" --size 32
page_game pictures.md 'A race of eight points'
picture points "$work/game.yaml" --size 32
picture cannon xiangqi --piece cannon --size 32
picture pawn chess --piece pawn --size 32
picture crazyhouse crazyhouse --fen 'r1bqk2r/ppp2ppp/2n2n2/4p3/2B1P3/2N2N2/PPP2PPP/R1BQ1RK1[Pp] w kq - 0 7' --size 32
picture frankfurt frankfurt --fen '4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1' --highlight d5 --size 32

status=0
for made in "$work"/*.svg; do
    name=$(basename "$made")
    if [ "${2:-}" = --write ]; then
        mkdir -p "$pictures" && cp "$made" "$pictures/$name"
    elif ! cmp -s "$made" "$pictures/$name"; then
        echo "guides/rules/pictures/$name is not what ferz draws: $0 PATH-OF-FERZ --write"
        status=1
    fi
done
exit $status
