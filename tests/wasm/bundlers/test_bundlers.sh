#!/bin/sh
# The package that `./dev wasm` made, put into a page by Vite, webpack and esbuild with their usual settings; each page runs in Chromium.
# usage: test_bundlers.sh BUILD-FOLDER
here=$(cd "$(dirname "$0")" && pwd)
package=$1/wasm/ferz
work=$1/wasm-bundlers
[ -f "$package/ferz.wasm" ] || { echo "$package is not there (./dev wasm makes it): skipped"; exit 77; }
PROGRAM=$(command -v chromium-headless-shell || command -v chromium) || { echo "chromium-headless-shell is not there: skipped"; exit 77; }
export PROGRAM
sh "$here/../../../interp/serve/codemirror/modules.sh" "$here" "$work" >/dev/null || { echo "npm could not install the bundlers: skipped"; exit 77; }
cd "$work" || exit 1
rm -rf node_modules/ferz dist-*
cp -r "$package" node_modules/ferz && cp "$here/main.js" "$here/index.html" "$here/drive.mjs" . || exit 1
made=
bundler() { # NAME COMMAND...: into dist-NAME
    name=$1
    shift
    if "$@" >"$name.log" 2>&1; then
        made="$made $name=$work/dist-$name"
    else
        echo "FAILED: $name: $(tail -n 12 "$name.log")"
        failed=1
    fi
}
failed=0
bundler vite node_modules/.bin/vite build --outDir dist-vite --logLevel warn
bundler webpack node_modules/.bin/webpack ./main.js --mode production --experiments-output-module --output-path "$work/dist-webpack" --output-filename main.js
[ ! -d dist-webpack ] || sed 's#\./main\.js#./main.js#' index.html >dist-webpack/index.html
# esbuild copies no files of `new URL`: its users do.
bundler esbuild node_modules/.bin/esbuild main.js --bundle --format=esm --outfile=dist-esbuild/main.js --log-level=error
if [ -d dist-esbuild ]; then
    node_modules/.bin/esbuild node_modules/ferz/worker.js --bundle --format=esm --outfile=dist-esbuild/worker.js --log-level=error
    cp index.html node_modules/ferz/ferz.wasm node_modules/ferz/games.json dist-esbuild
fi
# shellcheck disable=SC2086 # a list of words
node drive.mjs $made || failed=1
exit "$failed"
