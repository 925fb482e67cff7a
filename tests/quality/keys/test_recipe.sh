#!/bin/sh
# The recipe for a rule key in interp/README.md is true: the sources that name its key are those that its steps name, and a plain key
# needs no more than the first four.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

sed -n '/^## How to add a rule key/,/^## How to add a message/p' "$root/interp/README.md" >"$work/recipe"
key=$(tr '\n' ' ' <"$work/recipe" | sed -n 's/.*As an example, `\([a-z_]*\)`.*/\1/p')
sed -n '/^1\. /,/^That is all/p' "$work/recipe" | grep -o '`[a-z]*/[a-z_]*\.[ch]`' | tr -d '`' | sort -u >"$work/plain"
grep -o '`[a-z]*/[a-z_]*\.[ch]`' "$work/recipe" | tr -d '`' | sort -u >"$work/named"
(cd "$root/interp" && grep -rlw --include='*.[ch]' "$key" . | sed 's,^\./,,' | sort -u) >"$work/found"

verdict() { # WORDS FILE: passed where the file is empty
    if [ -s "$2" ]; then
        failed=1
        echo "FAILED: $1"
        sed 's/^/    /' "$2"
    else
        echo "passed: $1"
    fi
}

[ -n "$key" ] && grep -q "\"$key\"" "$root/interp/rules/schema_table.c" || echo "no key \`$key\`" >"$work/no-key"
[ -f "$work/no-key" ] || : >"$work/no-key"
verdict "the recipe has a real key" "$work/no-key"
comm -13 "$work/named" "$work/found" >"$work/forgotten"
verdict "what names \`$key\` is in the recipe" "$work/forgotten"
comm -23 "$work/plain" "$work/found" >"$work/idle"
verdict "the steps of a plain key name it" "$work/idle"
while IFS= read -r file; do [ -f "$root/interp/$file" ] || echo "$file"; done <"$work/named" >"$work/gone"
verdict "the files are there" "$work/gone"
echo "$(wc -l <"$work/plain") files for a plain key; $(wc -l <"$work/found") name $key"
exit "$failed"
