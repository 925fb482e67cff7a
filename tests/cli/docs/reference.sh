#!/bin/sh
# guides/rules/reference.md: what `ferz schema markdown` prints, below a heading; guides/rules/codes.md: what
# `ferz explain --codes --format markdown` prints.
# usage: reference.sh PATH-OF-FERZ [--write]: says whether the pages are that; with --write, makes them.
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FERZ [--write]" >&2; exit 2; }
ferz=$1
write=${2:-}
pages=$(cd "$(dirname "$0")/../../.." && pwd)/guides/rules
new=$(mktemp) || exit 3
trap 'rm -f "$new"' EXIT
failed=0

head_of_keys() {
    echo '# Every key'
    echo
    echo 'What `ferz schema markdown` prints: the table that rules are checked with. `ferz schema` prints the same as a JSON Schema.'
    echo '`tests/cli/docs/reference.sh PATH-OF-FERZ --write` makes this page, and a test compares it.'
    echo
}

head_of_codes() {
    echo '# Every message'
    echo
    echo 'What `ferz explain --codes --format markdown` prints; `ferz explain E0301` says the same of one code.'
    echo '`tests/cli/docs/reference.sh PATH-OF-FERZ --write` makes this page, and a test compares it.'
    echo
}

# page NAME HEAD WORDS...: NAME is HEAD and what `ferz WORDS...` prints
page() {
    name=$1
    head=$2
    shift 2
    { "$head" && "$ferz" "$@"; } >"$new" || failed=1
    if [ "$write" = --write ]; then
        cat "$new" >"$pages/$name"
    else
        diff "$new" "$pages/$name" || failed=1
    fi
}

page reference.md head_of_keys schema markdown
page codes.md head_of_codes explain --codes --format markdown
exit $failed
