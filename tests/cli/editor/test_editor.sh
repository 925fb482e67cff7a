#!/bin/sh
# What `ferz schema` prints is a JSON Schema that fits all rules there are, and a YAML language server that runs by it
# completes, explains and underlines what `ferz new` has written. Needs node and the modules of package-lock.json, which are
# installed into BUILD-FOLDER by npm once (./dev test has done that already); without them it is skipped.
# usage: test_editor.sh PATH-OF-FERZ PATH-OF-FORM BUILD-FOLDER
set -u
[ $# -eq 3 ] || { echo "usage: $0 PATH-OF-FERZ PATH-OF-FORM BUILD-FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
ferz=$1
form=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

FERZ_EDITOR_MODULES=$(sh "$root/interp/serve/codemirror/modules.sh" "$here" "$3/editor") || {
    echo "skipped: node, or the modules of tests/cli/editor/package.json, are not there"
    exit 77
}
export FERZ_EDITOR_MODULES

for kind in rules examples tuning; do
    "$ferz" schema "$kind" >"$work/$kind.json" || exit 1
done
"$form" "$root"/tests/invalid/rules/*.yaml >"$work/faulty" || exit 1
node "$here/schemas.mjs" "$work" "$root" "$work/faulty"
first=$?

mkdir "$work/games" &&
    "$ferz" new own --dir "$work/games" --board 7x7 --script >"$work/said" &&
    "$ferz" new derived --dir "$work/games" --from crazyhouse >>"$work/said" || exit 1
timeout 240 node "$here/server.mjs" "$work/games" "$root"
second=$?
[ $first -eq 0 ] && [ $second -eq 0 ]
