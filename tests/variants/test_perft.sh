#!/bin/sh
# Counts of built-in variants of the other program, in perft/NAME.epd, against the same variants as we import them.
# usage: test_perft.sh FERZ RUN_PERFT
counter=$2
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
for file in "$here"/perft/*.epd; do
    name=$(basename "$file" .epd)
    printf '[x-%s:%s]\n' "$name" "$name"
done >all.ini
"$FERZ" import all.ini --output . >out 2>err
verdict $? "all are imported"
# An absent count is none to compare; a row that is not counted at all would be a fault of the file.
for file in "$here"/perft/*.epd; do
    name=$(basename "$file" .epd)
    { echo "# game: x-$name"; grep -v '^#' "$file" | sed 's/;;/;/'; } >"x-$name.epd"
done
"$counter" --to-end . "$root/rules" x-*.epd >out 2>&1
verdict $? "$(tail -n 1 out)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
