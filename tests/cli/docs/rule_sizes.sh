#!/bin/sh
# guides/rules/sizes.md: bytes of YAML and of Lua for each game.
# usage: rule_sizes.sh [--write]: prints the page; with --write, makes it.
root=$(cd "$(dirname "$0")/../../.." && pwd)

page() {
    echo '# How large the games are'
    echo
    echo 'In bytes, comments included. A script that several games share is counted for each. For scale: published definitions elsewhere'
    echo 'take 75,000 for Circe, 35,000 for Kriegspiel. `tests/cli/docs/rule_sizes.sh --write` makes this page, and a test compares it.'
    echo
    echo '| game | YAML | Lua | extends |'
    echo '| --- | ---: | ---: | --- |'
    for file in "$root"/rules/*.yaml; do
        name=$(basename "$file" .yaml)
        case $name in *.test | *.tuning) continue ;; esac
        lua=''
        for script in $(sed -n 's/.*script: *\([a-z0-9-]*\.lua\).*/\1/p' "$file" | sort -u); do # an option may name one too
            lua=$((${lua:-0} + $(wc -c <"$root/scripts/$script")))
        done
        echo "| \`$name\` | $(($(wc -c <"$file"))) | $lua | $(sed -n 's/^extends: *\([^ #]*\).*/\1/p' "$file") |"
    done
}

if [ "${1:-}" = --write ]; then
    page >"$root/guides/rules/sizes.md"
else
    page
fi
