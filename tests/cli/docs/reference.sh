#!/bin/sh
# guides/rules/reference.md: what `ferz schema markdown` prints, below a heading; guides/rules/codes.md: what
# `ferz explain --codes --format markdown` prints; guides/reasons.md: what `ferz schema reasons` prints.
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

head_of_reasons() {
    echo '# Every reason'
    echo
    echo 'Why a move is legal or not, what it does, and why a game is over or goes on, is a list of reasons. `ferz why` prints their sentences;'
    echo 'programs get them as data: `why` of [the methods](service.md), `ferz_game_why` of `ferz.h`. A kind keeps its meaning; sentences may be'
    echo 'worded otherwise in any version, and there are Russian ones, so no program should read them. In a sentence `{piece}` `{by}` `{player}`'
    echo '`{owner}` `{cell}` `{to}` `{key}` `{words}` `{number}` `{limit}` stand for the members `piece` `other_piece` `player` `other_player`'
    echo '`cells[0]` `cells[1]` `key` `words` `number` `limit`; behind a colon is a form of the word. An illegal move has one reason, of the'
    echo 'role `refusal`. This page is what `ferz schema reasons` prints; `tests/cli/docs/reference.sh PATH-OF-FERZ --write` makes it.'
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
page ../reasons.md head_of_reasons schema reasons
exit $failed
