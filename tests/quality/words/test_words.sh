#!/bin/sh
# Fails on words that are gone (gone.txt beside this file) in sources, rules, scripts, guides, tests and documents.
# usage: test_words.sh [ROOT]    with no ROOT it checks this repository, and itself on a planted word
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-$(cd "$here/../../.." && pwd)}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$root" || exit 1

# Texts of ours. Left out: this list, inputs that broke something once, and lists of moves that other programs made.
find interp rules scripts guides tests ./*.md dev -type f 2>/dev/null | sed 's#^\./##' |
    grep -Ev '^tests/(quality/(words/|mutation/equivalent\.txt)|fuzz/(seeds|found)/|(cli/(editor|page)|wasm/types)/package-lock\.json)|^interp/serve/codemirror/package-lock\.json' |
    grep -Ev '\.(png|epd)$' | LC_ALL=C sort >"$work/files"

failed=0
passed=0
grep -Ev '^(#|$)' "$here/gone.txt" >"$work/rows"
while IFS= read -r row; do
    pattern=${row%% | *}
    rest=${row#* | }
    word=${rest%% | *}
    allowed=
    [ "$rest" = "$word" ] || allowed=${rest#* | }
    # Letters end a word, and nothing else: `_` cuts identifiers.
    tr '\n' '\0' <"$work/files" | LC_ALL=C xargs -0 grep -HniIE "(^|[^A-Za-z])($pattern)([^A-Za-z]|\$)" >"$work/found"
    [ -z "$allowed" ] || { grep -Ev "$allowed" "$work/found" >"$work/left"; mv "$work/left" "$work/found"; }
    if [ -s "$work/found" ]; then
        failed=$((failed + 1))
        echo "FAILED: $pattern: $(wc -l <"$work/found") times; the word is: $word"
        head -n "${FERZ_WORDS_SHOWN:-5}" "$work/found" | cut -c1-160 | sed 's/^/    /'
    else
        passed=$((passed + 1))
    fi
done <"$work/rows"

if [ $# -eq 0 ]; then # the test itself: a sound tree, and a planted word
    mkdir -p "$work/tree/interp"
    echo 'int piece_count;' >"$work/tree/interp/a.c"
    sh "$here/test_words.sh" "$work/tree" >/dev/null || { failed=$((failed + 1)); echo "FAILED: a tree without such words"; }
    echo 'int count_men(int storey);' >>"$work/tree/interp/a.c"
    sh "$here/test_words.sh" "$work/tree" >/dev/null && { failed=$((failed + 1)); echo "FAILED: planted words are not seen"; }
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
