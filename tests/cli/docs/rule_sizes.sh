#!/bin/sh
# guides/rules/sizes.md: bytes of YAML and of Lua for each game.
# usage: rule_sizes.sh [--write]: prints the page; with --write, makes it.
root=$(cd "$(dirname "$0")/../../.." && pwd)

# The bytes of a file without remarks, translations and blank lines.
yaml_size() {
    sed -E -e '/^ *#/d' -e 's/ +#.*$//' -e '/^ *(name|about)_ru:/d' -e '/^ *$/d' "$1" | wc -c
}
lua_size() {
    sed -E -e '/^ *--/d' -e 's/ +--.*$//' -e '/^ *$/d' "$1" | wc -c
}

page() {
    echo '# How large the games are'
    echo
    echo 'In bytes, without remarks, translations and examples. A script that several games share is counted for each. For scale:'
    echo 'published definitions elsewhere take 75,000 for Circe, 35,000 for Kriegspiel. `tests/cli/docs/rule_sizes.sh --write` makes this'
    echo 'page, and a test compares it.'
    echo
    table >"${TMPDIR:-/tmp}/sizes.$$"
    awk -F'|' 'NR > 2 { print $3 + $4 }' "${TMPDIR:-/tmp}/sizes.$$" | sort -n |
        awk '{ size[NR] = $1 } END { printf "%d games; the median is %d bytes.\n\n", NR, size[int((NR + 1) / 2)] }'
    cat "${TMPDIR:-/tmp}/sizes.$$"
    rm -f "${TMPDIR:-/tmp}/sizes.$$"
}

table() {
    echo '| game | YAML | Lua | extends |'
    echo '| --- | ---: | ---: | --- |'
    for file in "$root"/rules/*.yaml; do
        name=$(basename "$file" .yaml)
        case $name in *.test | *.tuning) continue ;; esac
        lua=''
        for script in $(sed -n 's/.*script: *\([a-z0-9-]*\.lua\).*/\1/p' "$file" | sort -u); do # an option may name one too
            lua=$((${lua:-0} + $(lua_size "$root/scripts/$script")))
        done
        echo "| \`$name\` | $(($(yaml_size "$file"))) | $lua | $(sed -n 's/^extends: *\([^ #]*\).*/\1/p' "$file") |"
    done
}

if [ "${1:-}" = --write ]; then
    page >"$root/guides/rules/sizes.md"
else
    page
fi
