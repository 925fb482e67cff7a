#!/bin/sh
# The table of rules/README.md, "How large the games are": bytes of YAML and of Lua for each game.
# usage: rule_sizes.sh [--write]: prints the table; with --write, puts it into the guide.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
guide=$root/rules/README.md

table() {
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
    new=$(mktemp) || exit 3
    { sed '/^| game | YAML/,$d' "$guide"; table; } >"$new" && cat "$new" >"$guide"
    rm -f "$new"
else
    table
fi
