#!/bin/sh
# The pages of `ferz explain`: every game in both languages and all formats; nothing untranslated in the Russian; HTML that is
# sound and fetches nothing; and the pages under tests/cli/explain/pages, which were read and found good, as they stand there.
# Usage: test_pages.sh FERZ [--write]; with --write these pages are written, for a person to read.
set -u
ferz=$1
here=$(cd "$(dirname "$0")/../../.." && pwd)
cd "$here" || exit 1
FERZ_RULES=rules
export FERZ_RULES
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

fail() {
    printf 'FAIL: %s\n' "$1"
    failed=1
}

pages='chess shatranj crazyhouse minishogi draughts-russian circe'
for game in $pages; do
    for language in en ru; do
        page=tests/cli/explain/pages/$game.$language.txt
        "$ferz" explain "$game" --lang "$language" >"$work/page" 2>"$work/said" || fail "$game in $language: no page"
        if [ "${2:-}" = --write ]; then
            cp "$work/page" "$page"
        elif ! cmp -s "$work/page" "$page"; then
            fail "$game in $language is told otherwise than in $page"
            diff "$page" "$work/page" | head -20
        fi
    done
done

# Words in Latin letters that are neither quoted, nor names of cells, nor the field's own.
latin() {
    tail -n +4 "$1" | grep -v '^    ' | tr '\n' ' ' | sed 's/`[^`]*`//g; s/«[^»]*»//g' |
        grep -oE '[A-Za-z][a-z]{2,}' | grep -vx 'FEN' | sort -u
}

# What a page may not name when nothing is to be fetched; the name of SVG's language is none.
fetches() {
    sed 's|xmlns[:a-z]*="[^"]*"||g' "$1" | grep -nE '(src|href)=|url\(|https?:|@import|<script|<link'
}

printf '%s\n' 'a `quoted` «Said so» слово untranslated' '' '' '' 'слово untranslated `fine`' >"$work/planted"
[ "$(latin "$work/planted")" = untranslated ] || fail 'an untranslated word would not be seen'
echo '<img src="http://x/y.png"/>' >"$work/planted"
fetches "$work/planted" >/dev/null || fail 'a picture from outside would not be seen'

for file in rules/*.yaml; do
    game=$(basename "$file" .yaml)
    case $game in *.test | *.tuning) continue ;; esac
    for language in en ru; do
        for format in text markdown html; do
            page=$work/$game.$language.$format
            if ! timeout 60 "$ferz" explain "$game" --lang "$language" --format "$format" >"$page" 2>"$work/said"; then
                fail "$game in $language as $format"
                head -5 "$work/said"
            fi
            [ -s "$page" ] || fail "$game in $language as $format is empty"
            grep -q '\[[^]]*|' "$page" && [ "$format" = text ] && fail "$game in $language: a gender was left open"
        done
        page=$work/$game.$language.html
        if command -v xmllint >/dev/null; then
            xmllint --noout "$page" 2>"$work/said" || { fail "$game in $language: HTML that is not well-formed" && head -3 "$work/said"; }
        fi
        fetches "$page" && fail "$game in $language fetches something"
    done
    words=$(latin "$work/$game.ru.text")
    [ -z "$words" ] || fail "$game: untranslated in the Russian: $(echo "$words" | tr '\n' ' ')"
    cmp -s "$work/$game.en.text" "$work/$game.ru.text" && fail "$game is the same in both languages"
done

# What is asked for is what is told.
"$ferz" explain crazyhouse --set drop_check=no_check | grep -q 'may not give check' || fail 'a chosen option is not told'
"$ferz" explain crazyhouse | grep -q 'may not give check' && fail 'an option that is not chosen is told'
"$ferz" explain nothing-of-the-kind >/dev/null 2>"$work/said" && fail 'a game that is not there is explained'
[ -s "$work/said" ] || fail 'no word about a game that is not there'
"$ferz" explain chess --lang fr >/dev/null 2>&1
[ $? -eq 2 ] || fail 'a language that we do not speak is taken'

exit $failed
