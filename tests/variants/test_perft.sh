#!/bin/sh
# Counts of built-in variants of the other program, in perft/NAME.epd, against the same variants as we import them.
# usage: test_perft.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
for file in "$here"/perft/*.epd; do
    name=$(basename "$file" .epd)
    printf '[x-%s:%s]\n' "$name" "$name" >x.ini
    "$FERZ" import x.ini --output . --force >out 2>err || { verdict 1 "$name is not imported"; continue; }
    bad=
    grep -v '^#' "$file" >rows
    while IFS=';' read -r fen one two _; do # an absent count is none to compare
        for depth in 1 2; do
            [ "$depth" -eq 1 ] && known=${one#D1 } || known=${two#D2 }
            [ -n "$known" ] || continue
            found=$(timeout 60 "$FERZ" perft "./x-$name.yaml" --fen "$fen" --depth "$depth" --to-end 2>&1 | sed -n 's/^nodes //p')
            [ "$found" = "${known%% *}" ] || bad="$bad
    $fen depth $depth: ${found:-nothing}, not $known"
        done
    done <rows
    printf '%s\n' "$bad" >err
    [ -z "$bad" ]
    verdict $? "$name"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
