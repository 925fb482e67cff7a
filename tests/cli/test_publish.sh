#!/bin/sh
# `ferz publish`: a game put into a page. The page here is a small one; the true one is tested in a browser (cli/page/site.mjs).
# usage: test_publish.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

mkdir -p games/rules games/scripts
cp "$root"/rules/chess.yaml "$root"/rules/frankfurt.yaml games/rules/
cp "$root"/scripts/frankfurt.lua games/scripts/
FERZ_RULES=$work/games/rules

"$FERZ" publish frankfurt >out 2>err
status=$?
if grep -q 'built without' err; then
    echo "ferz was built without publish: skipped"
    exit 77
fi
[ -f "$root/build/wasm/publish.html" ] || { [ "$status" -eq 3 ] && grep -q 'there is no WebAssembly build' err && [ ! -s out ]; }
verdict $? "without the page it says what is missing"

printf '<!doctype html>\n<script type="application/json" id="game">"a game"</script>\n<p>end</p>\n' >games/publish.html
"$FERZ" publish frankfurt --set fifty=automatic --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1' --lang ru --output game.html >out 2>err
[ $? -eq 0 ] && [ ! -s out ] && grep -q '^<p>end</p>$' game.html && grep -q '"/scripts/frankfurt.lua":' game.html &&
    grep -q '"/rules/chess.yaml":' game.html && grep -q '"game":"/rules/frankfurt.yaml"' game.html &&
    grep -q '"fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"' game.html && grep -q '"fifty":"automatic"' game.html && grep -q '"language":"ru"' game.html
verdict $? "rules, scripts, options and position stand in the page"

"$FERZ" publish frankfurt --output game.html >out 2>err
[ $? -eq 3 ] && "$FERZ" publish frankfurt --output game.html --force >out 2>err
verdict $? "a file that exists is kept without --force"

mkdir mine
printf "name: '</script><script>alert(1)</script>'\nextends: chess\n" >mine/evil.yaml
"$FERZ" publish mine/evil.yaml >out 2>err
[ $? -eq 0 ] && [ "$(grep -c '</script>' out)" -eq 1 ] && [ "$(grep -o '<script' out | wc -l)" -eq 1 ]
verdict $? "no text of a game ends the script"

mkdir mine/birds
cp "$root/tests/samples/figures/hawk.svg" mine/birds/
printf 'name: Hawks\nextends: chess\npieces: {queen: {figure: birds/hawk.svg}}\n' >mine/hawks.yaml
"$FERZ" publish mine/hawks.yaml >out 2>err
[ $? -eq 0 ] && grep -q '"/rules/birds/hawk.svg":"[^"]' out && grep -q '"/rules/hawks.yaml":' out
verdict $? "a drawing stands in the page, where the rules look for it"

printf 'name: Broken\nextends: ches\n' >mine/broken.yaml
"$FERZ" publish mine/broken.yaml >out 2>err
[ $? -eq 1 ] && grep -q 'broken.yaml:2:' err && [ ! -s out ]
verdict $? "rules that do not load are shown with their place"

module() {
    printf '<script type="text/plain" class="module" data-cells="%s" data-size="1">for %s</script>\n' "$1" "$1"
}
{
    printf '<!doctype html>\n<script type="application/json" id="game">"a game"</script>\n'
    module 64
    module 1344
    printf '<p>end</p>\n'
} >games/publish.html
printf 'name: Wide\nextends: chess\nboard: {size: 9x8}\nstart: 4k4/9/9/9/9/9/9/4K4 w - - 0 1\ncastling: none\n' >mine/wide.yaml
printf 'name: May be wide\nextends: chess\noptions:\n  wide:\n    about: a ninth file\n    patch: {board: {size: 9x8}, start: 4k4/9/9/9/9/9/9/4K4 w - - 0 1, castling: none}\n' >mine/may.yaml
for row in chess:64 mine/wide.yaml:1344 mine/may.yaml:1344; do
    "$FERZ" publish "${row%:*}" >out 2>err
    [ $? -eq 0 ] && [ "$(grep -o 'for [0-9]*' out)" = "for ${row#*:}" ] && grep -q '^<p>end</p>$' out
    verdict $? "${row%:*}: the page keeps the module for ${row#*:} cells alone"
done

printf 'function f(move) return nil end\n' >mine/late.lua
printf 'name: Late\nextends: chess\noptions:\n  late:\n    about: a script\n    patch: {script: late.lua, hooks: {f: {at: after}}}\n' >mine/late.yaml
"$FERZ" publish mine/late.yaml >out 2>err
[ $? -eq 0 ] && grep -q '"/scripts/late.lua":"function' out
verdict $? "scripts of options that are not chosen stand in the page, too"

ln -s "$work/games/rules/chess.yaml" mine/link.yaml
"$FERZ" publish mine/link.yaml >out 2>err
[ $? -eq 3 ] && [ ! -s out ]
verdict $? "links are not followed"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
