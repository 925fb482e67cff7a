#!/bin/sh
# The maps are true: each file of interp/ is named in its folder's README.md, each folder of tests/ in tests/README.md, each link of
# a document leads to a file, and no source or document points to a document that is not in the repository.
# usage: test_maps.sh [ROOT]    with no ROOT it checks this repository, and itself on planted faults
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-$(cd "$here/../../.." && pwd)}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$root" || exit 1
passed=0
failed=0

# verdict WORDS: passed when $work/found, a list of faults, is empty.
verdict() {
    if [ -s "$work/found" ]; then
        failed=$((failed + 1))
        echo "FAILED: $1 ($(wc -l <"$work/found" | tr -d ' '))"
        head -n 40 "$work/found" | cut -c1-160 | sed 's/^/    /'
    else
        passed=$((passed + 1))
        echo "passed: $1"
    fi
}

# README.md may name a pair as `stem.h`, `stem.c` or as `stem.[ch]`.
for folder in interp interp/*/; do
    folder=${folder%/}
    for file in "$folder"/*; do
        name=${file##*/}
        [ "$name" != README.md ] || continue
        [ ! -d "$file" ] || name="$name/"
        grep -qF -e "\`$name\`" "$folder/README.md" 2>/dev/null ||
            grep -qF -e "\`${name%.[ch]}.[ch]\`" "$folder/README.md" 2>/dev/null ||
            grep -qE "(^|[^A-Za-z0-9_.])$(printf '%s' "$name" | sed 's/[.]/\\./g')([^A-Za-z0-9_]|\$)" "$folder/README.md" 2>/dev/null ||
            echo "$folder/README.md does not name $name"
    done
done >"$work/found"
verdict "README.md of each folder of interp/ names its files"

runs="dev tests/run.sh tests/quality/run.sh tests/fuzz/run.sh release/run.sh"
# shellcheck disable=SC2086 # a list of files
for name in $(sed -n 's/^command_\([a-z]*\)().*/\1/p' $runs 2>/dev/null); do
    grep -qE "^#: ([a-z]+, )?$name\\b" $runs || echo "\`./dev help\` has no line about $name"
done >"$work/found"
verdict "\`./dev help\` has all commands"

for folder in tests/*/ tests/*/*/; do
    case $folder in
    tests/fuzz/seeds/* | tests/fuzz/found/* | '*/') continue ;;
    esac
    name=${folder#tests/}
    [ ! -d "$folder" ] || grep -qF "\`$name\`" tests/README.md || grep -qF "\`${name#*/}\`" tests/README.md ||
        echo "tests/README.md does not name $name"
done >"$work/found"
verdict "tests/README.md names the folders of tests/"

find . -name '*.md' -not -path './build/*' -not -path './.git/*' | sed 's#^\./##' | LC_ALL=C sort >"$work/documents"
while IFS= read -r document; do
    folder=$(dirname "$document")
    grep -oE '\]\([^)# ]+' "$document" | sed 's/^](//' | while IFS= read -r link; do
        case $link in *://* | mailto:*) continue ;; esac
        [ -e "$folder/$link" ] || echo "$document links to $link, which is not there"
    done
done <"$work/documents" >"$work/found"
verdict "links of documents lead to files"

sed 's#.*/##' "$work/documents" | sort -u >"$work/names"
find interp rules scripts tests guides ./*.md CMakeLists.txt dev -type f 2>/dev/null | sed 's#^\./##' |
    grep -Ev '^tests/(quality/maps/|fuzz/(seeds|found)/|results/)' | tr '\n' '\0' |
    LC_ALL=C xargs -0 grep -HnoIE "[A-Za-z0-9_./-]*[A-Za-z0-9_]+\.md([^A-Za-z0-9_]|\$)|the catalogue" |
    while IFS= read -r row; do
        place=${row%%:*}
        text=${row#*:}
        line=${text%%:*}
        name=$(printf '%s' "${text#*:}" | sed 's/\.md.$/.md/')
        case $name in
        "the catalogue") echo "$place:$line: points to $name" ;;
        *) grep -qxF "${name##*/}" "$work/names" || echo "$place:$line: points to $name, which is not there" ;;
        esac
    done >"$work/found"
verdict "nothing points to a document that is not there"

# A source may be named in comments and documents: `stem.c` and `stem.h` for both; names of systems' headers are read from the includes.
{
    find . -name '*.[ch]' -not -path './build/*' | sed 's#.*/##'
    find . -name '*.[ch]' -not -path './build/*' -exec sed -n 's/^#include <\(.*\)>.*/\1/p' {} + | sed 's#.*/##'
    cat guides/*.md 2>/dev/null | sed -n 's/^```c //p' # files that a guide writes
    printf '%s\n' x.c stem.c stem.h test_FILE.c # any file
} | LC_ALL=C sort -u >"$work/sources"
find interp tests guides rules scripts ./*.md dev -type f 2>/dev/null | grep -E '\.([ch]|md|txt|sh|py|js)$|/dev$' | sed 's#^\./##' |
    grep -Ev '^tests/(quality/|fuzz/(seeds|found)/|results/|wasm/)|/CMakeLists\.txt$|^CHANGELOG' | LC_ALL=C sort | tr '\n' '\0' |
    LC_ALL=C xargs -0 grep -HnE '[A-Za-z0-9_]\.[ch]([^A-Za-z0-9_]|$)' | awk -v sources="$work/sources" '
        BEGIN { while ((getline name < sources) > 0) known[name] = 1 }
        {
            split($0, part, ":")
            place = part[1] ":" part[2]
            text = substr($0, length(place) + 2)
            if (part[1] ~ /\.[ch]$/) { # comments only
                if (match(text, /\/\*/)) text = substr(text, RSTART)
                else if (text !~ /^ *\*|^#error|^ +[a-z].*\*\/$/) next
            }
            gsub(/<[^<>]*>/, "", text)
            while (match(text, /[A-Za-z0-9_]+\.[ch]([^A-Za-z0-9_(>-]|$)/)) {
                name = substr(text, RSTART, RLENGTH)
                sub(/[^A-Za-z0-9_]$/, "", name)
                if (!(name in known)) print place ": names " name ", which is not there"
                text = substr(text, RSTART + RLENGTH)
            }
        }' >"$work/found"
verdict "sources that comments and documents name are there"

if [ $# -eq 0 ]; then # the test itself
    mkdir -p "$work/tree/interp/base" "$work/tree/tests/unit"
    echo 'int a; /* see README.md */' >"$work/tree/interp/base/arena.c"
    echo '| `arena.c` | x | [door](../README.md)' >"$work/tree/interp/base/README.md"
    echo '`base/`' >"$work/tree/interp/README.md"
    echo '`unit/`' >"$work/tree/tests/README.md"
    sh "$here/test_maps.sh" "$work/tree" >"$work/said"
    [ $? -eq 0 ] && ! grep -q FAILED "$work/said"
    [ $? -eq 0 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: a sound tree"; cat "$work/said"; }
    echo '/* CLI.md */' >"$work/tree/interp/base/text.c"
    echo '[gone](gone.md)' >>"$work/tree/interp/base/README.md"
    echo 'int b; /* see gone.c */' >>"$work/tree/interp/base/text.c"
    mkdir "$work/tree/tests/extra"
    sh "$here/test_maps.sh" "$work/tree" >"$work/said"
    [ "$(grep -c FAILED "$work/said")" -eq 5 ]
    [ $? -eq 0 ] && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: planted faults"; cat "$work/said"; }
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
