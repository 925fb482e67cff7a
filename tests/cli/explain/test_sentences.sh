#!/bin/sh
# What is said of rules, in both languages: each block of sentences.txt is what rules say beyond those of chess, or of the game that it
# `extends`, and how a page tells the difference. Usage: test_sentences.sh FERZ [--write]; see ../../blocks.sh.
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"
# shellcheck source=tests/blocks.sh
. "$here/../../blocks.sh"
cp "$here/sentences.lua" .

# The items of the section about the difference; errors too.
said_in() {
    timeout 20 "$FERZ" explain a.yaml --relative --format markdown --lang "$1" 2>&1 |
        awk '/^## (How it differs|Чем)/ { on = 1; next } /^## / { on = 0 } on && NF || /error: / || /^help: /' |
        sed "s|^$FERZ_RULES/|rules/|"
}

said() {
    { echo 'name: A'; grep '^extends:' a.yaml || echo 'extends: chess'; grep -v '^extends:' a.yaml; } >b.yaml
    mv b.yaml a.yaml
    said_in en
    said_in ru
}

blocks sentences.txt a.yaml said
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
