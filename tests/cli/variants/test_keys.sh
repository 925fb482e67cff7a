#!/bin/sh
# What single keys become: each block of import_keys.txt is a section and what `ferz import` makes of it, each of export_keys.txt a rule file
# and what `ferz export` makes of it (lines that chess's own section has not, and those of it that are not there), errors and
# warnings included. Usage: test_keys.sh FERZ [--write]; see ../../blocks.sh.
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"
# shellcheck source=tests/blocks.sh
. "$here/../../blocks.sh"

# What was said, without the lines that show the place.
said() {
    sed "/^ *[0-9]* *|/d; s,^[^: ]*/rules/\([a-z]*\.yaml:\),rules/\1," err
}

# Without the head that every file has. What is written must be sound.
imported() {
    timeout 20 "$FERZ" import a.ini >a.yaml 2>err
    [ ! -s a.yaml ] || timeout 20 "$FERZ" check a.yaml >checked 2>&1 || cat checked
    sed <a.yaml '1{/^# From /d;}; /^name: /d; /^extends: chess$/d; /^about: Imported/d; /^$/d'
    said
}

# Rules that do not begin with a name extend chess.
exported() {
    if ! grep -q '^name:' a.yaml; then
        { printf 'name: A\nabout: B.\nextends: chess\n'; cat a.yaml; } >b.yaml
        mv b.yaml a.yaml
    fi
    if timeout 20 "$FERZ" export a.yaml >section 2>err; then
        diff plain section | sed -n '/^[<>]/{/^[<>] [#[]/!p;}'
    fi
    said
}

"$FERZ" export chess >plain || exit 1
blocks import_keys.txt a.ini imported
blocks export_keys.txt a.yaml exported
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
