#!/bin/sh
# The section "Every key" of rules/README.md: what `ferz schema markdown` prints.
# usage: reference.sh PATH-OF-FERZ [--write]: says whether the guide has it; with --write, puts it there.
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FERZ [--write]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
guide=$here/../../../rules/README.md
new=$(mktemp) || exit 3
trap 'rm -f "$new"' EXIT

# The introduction stays, up to the first table; everything from the next section on as well.
{
    awk '/^## Every key$/ { inside = 1 } inside && /^### / { exit } inside && /^## How large/ { exit } { print }' "$guide"
    "$1" schema markdown
    echo
    sed -n '/^## How large the games are$/,$p' "$guide"
} >"$new"
if [ "${2:-}" = --write ]; then
    cat "$new" >"$guide"
else
    diff "$new" "$guide"
fi
