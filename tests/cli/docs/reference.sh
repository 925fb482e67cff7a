#!/bin/sh
# guides/rules/reference.md: what `ferz schema markdown` prints, below a heading.
# usage: reference.sh PATH-OF-FERZ [--write]: says whether the page is that; with --write, makes it.
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FERZ [--write]" >&2; exit 2; }
page=$(cd "$(dirname "$0")/../../.." && pwd)/guides/rules/reference.md
new=$(mktemp) || exit 3
trap 'rm -f "$new"' EXIT
{
    echo '# Every key'
    echo
    echo 'What `ferz schema markdown` prints: the table that rules are checked with. `ferz schema` prints the same as a JSON Schema.'
    echo '`tests/cli/docs/reference.sh PATH-OF-FERZ --write` makes this page, and a test compares it.'
    echo
    "$1" schema markdown
} >"$new"
if [ "${2:-}" = --write ]; then
    cat "$new" >"$page"
else
    diff "$new" "$page"
fi
