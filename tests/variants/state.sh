#!/bin/sh
# What becomes of the other program's variants: a table of its built-in ones and, with a variants.ini, of the sections of that file.
# With PROGRAM our moves are compared with its moves, at every ply of random games; a variant counts as equal only so.
# usage: state.sh FERZ [FILE.ini [PROGRAM COMPARE [POSITIONS]]]
#   FERZ      the program            COMPARE    build/release/tests/engines_imported
#   FILE.ini  its variants.ini       PROGRAM    the other program, of the version that has these variants
set -u
ferz=$1 file=${2:-} peer=${3:-} compare=${4:-} positions=${5:-100}
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The section's state: imported, equal, DIFFERENT, or refused with the first reason.
state() {
    if ! timeout 20 "$ferz" import "$1" --variant "$2" --output "$folder/games" --force >"$folder/out" 2>"$folder/err"; then
        why=$(sed -n 's/^.*error: Ferz cannot say `\([^`]*\)`.*/\1/p; s/^.*error: \(.*\) \[E.*/\1/p' "$folder/err" | head -n 1)
        echo "refused: ${why:-for another reason}"
        return
    fi
    words=imported
    if [ -n "$peer" ]; then
        timeout 300 "$compare" --seed 7 --positions "$positions" --peer "$peer" "$1" "$2" >"$folder/compared" 2>&1 &&
            words=equal || words=DIFFERENT
    fi
    note=$(sed -n 's/^.*warning: \(.*\) \[W.*/\1/p' "$folder/err" | head -n 1)
    echo "$words${note:+; $note}"
}

# A table of all sections of the file, and how many have which state.
table() {
    echo "| variant | state |"
    echo "| --- | --- |"
    sed -n 's/^\[\([^]:]*\).*/\1/p' "$1" | while read -r name; do
        echo "| ${name#"$2"} | $(state "$1" "$name") |"
    done >"$folder/rows"
    cat "$folder/rows"
    echo
    echo "$(grep -c '' "$folder/rows") variants: $(grep -c '| equal' "$folder/rows") equal, $(grep -c '| imported' "$folder/rows") \
imported and not compared, $(grep -c '| DIFFERENT' "$folder/rows") different, $(grep -c '| refused' "$folder/rows") refused."
}

sed -n 's/^\[\([^]:]*\).*/[x-\1:\1]/p' "$root/interp/formats/fairy_variants.ini" | LC_ALL=C sort >"$folder/builtin.ini"
echo "## Built-in variants"
echo
table "$folder/builtin.ini" x-
if [ -n "$file" ]; then
    echo
    echo "## Sections of variants.ini"
    echo
    table "$file" ''
fi
