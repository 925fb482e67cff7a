#!/bin/sh
# Fills FOLDER with what the repository has for a target to begin with; with `kept` only with what was written for it and what
# was found before. Usage: seeds.sh TARGET FOLDER [kept]
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
target=$1
folder=$2
mkdir -p "$folder" || exit 3
number=0

# The games of fuzz.c in their order; the byte before the input chooses one of them: `<` the first.
games=$(sed -n '/^static const char \*const game_names/,/^};/p' "$root/tests/fuzz/fuzz.c" | grep -o '"[^"]*"' | tr -d '"')

# each FILE...: as they are, the large ones left out.
each() {
    for file in "$@"; do
        [ -f "$file" ] || continue
        [ "$(wc -c <"$file")" -gt 20000 ] || cp "$file" "$folder/$(basename "$(dirname "$file")")-$(basename "$file")"
    done
}

# lines PREFIX: each line of standard input a file.
lines() {
    while IFS= read -r line; do
        number=$((number + 1))
        printf '%s%s' "$1" "$line" >"$folder/line-$number"
    done
}

# of_games COMMAND...: runs it with the game's name, its lines become files behind the byte of the game.
of_games() {
    byte=60
    for game in $games; do
        # shellcheck disable=SC2059 # the format is the byte
        prefix=$(printf "\\$(printf '%03o' "$byte")")
        "$@" "$game" | sort -u | head -n 30 >"$folder/../list"
        lines "$prefix" <"$folder/../list"
        rm -f "$folder/../list"
        byte=$((byte + 1))
    done
}

fens() {
    sed -n -e "s/^start: *\(.*\)/\1/p" "$root/rules/$1.yaml"
    sed -n -e "s/^ *fen: *\(.*\)/\1/p" "$root/rules/$1.test.yaml" 2>/dev/null
}

# The moves of an example, `|` between them, made lines below.
moves() {
    sed -n -e 's/^ *moves: *//p' "$root/rules/$1.test.yaml" 2>/dev/null | tr -d '[],"' | tr ' ' '|'
    printf '*a|*b|*c|?*|*d|<|*e|!*|*f|*g|*h\n'
}

# What is said in the sessions of a protocol.
sessions() {
    for file in "$root/tests/cli/sessions/$1"-*.session; do
        sed -n 's/^> //p' "$file" >"$folder/$(basename "$file" .session)"
    done
}

[ "${3:-}" = kept ] || case $target in
document) each "$root"/rules/*.yaml "$root"/tests/invalid/games/*.yaml "$root"/tests/invalid/rules/* "$root"/tests/unit/rules/rulesets/* ;;
ruleset | export) each "$root"/rules/[a-z]*[a-z0-9].yaml "$root"/tests/samples/*.yaml "$root"/tests/invalid/games/*.yaml "$root"/tests/invalid/rules/* \
    "$root"/tests/unit/rules/rulesets/* && rm -f "$folder"/*.test.yaml "$folder"/*.tuning.yaml ;;
tuning) each "$root"/rules/*.tuning.yaml ;;
script) each "$root"/scripts/*.lua "$root"/tests/samples/*.lua "$root"/tests/invalid/games/*.lua "$root"/tests/invalid/attacks/*.lua ;;
betza)
    cat "$root"/rules/*.yaml "$root"/tests/samples/*.yaml | grep -o 'moves: *[^],}# ]*' | sed 's/moves: *//' | tr -d '"'"'" |
        sort -u >"$folder/../list"
    lines '' <"$folder/../list"
    rm -f "$folder/../list"
    ;;
fen) of_games fens ;;
moves)
    of_games moves
    for file in "$folder"/line-*; do
        tr '|' '\n' <"$file" >"$folder/moves" && mv "$folder/moves" "$file"
    done
    ;;
uci | usi | xboard) sessions "$target" ;;
saved)
    for game in $games; do
        start=$(fens "$game" | head -n 1)
        printf 'ferz game 1\ngame: %s\nstart: %s\nmoves: e2e4 e7e5\n' "$game" "$start" >"$folder/$game"
    done
    printf 'ferz game 1\ngame: tic-tac-toe\nset: size=4x4\nset: gravity\nstart: 4/4/4/4 x\nmoves: X@a1 O@b1\n' >"$folder/set"
    ;;
openings)
    for file in "$root"/tests/perft/chess*.epd; do
        { printf '<' && head -n 5 "$file"; } >"$folder/$(basename "$file")"
    done
    of_games fens
    ;;
import)
    # Sections one by one, and a few of them together.
    awk -v folder="$folder" '/^\[/ { n++ } n { print > (folder "/section-" n) }' "$root"/tests/engines/*.ini
    each "$root"/tests/engines/*.ini
    ;;
examples)
    byte=60
    for game in chess shogi tic-tac-toe; do
        # shellcheck disable=SC2059 # the format is the byte
        { printf "\\$(printf '%03o' "$byte")" && head -c 5000 "$root/rules/$game.test.yaml"; } >"$folder/$game"
        byte=$((byte + 1))
    done
    ;;
play) of_games moves ;;
engine) sed -n "s/.*say \"\{0,1\}\([^\"$]*\).*/<<\1/p" "$root/tests/cli/fake_engine.sh" | lines '' ;;
figure) each "$root"/tests/samples/*/*.svg "$root"/tests/invalid/games/*.svg ;;
diagram | methods | http | lsp) ;;
*)
    echo "no target $target" >&2
    exit 2
    ;;
esac
# What was written for the target, and what was found before.
each "$root/tests/fuzz/seeds/$target"/* "$root/tests/fuzz/found/$target"/*
