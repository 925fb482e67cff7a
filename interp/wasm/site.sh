#!/bin/sh
# Makes a folder that any static host can serve: the page of `ferz serve`, answered by the package in the browser.
# usage: site.sh PACKAGE BUNDLE-FOLDER PUBLISHED FOLDER: BUNDLE-FOLDER has codemirror.js, PUBLISHED is the page of published.mjs, if there is
# one; FOLDER is replaced
set -eu
here=$(cd "$(dirname "$0")" && pwd)
page=$here/../serve/page
new=$4.new
rm -rf "$new"
mkdir -p "$new/ferz"
cp "$page"/*.js "$page"/*.css "$here"/site/site.js "$here"/site/local.js "$2/codemirror.js" "$new/"
cp "$1"/*.js "$1"/*.wasm "$1"/games.json "$1"/LICENSE* "$new/ferz/"
cmake "-DFOLDER=$here/../../guides/lesson" "-DOUT=$new/exercises.js" -P "$page/exercises.cmake"
[ ! -f "$3" ] || cp "$3" "$new/publish.html"
# A static host sends no headers of ours: what the page may load stands in it.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
policy="$policy; connect-src 'self' blob:; frame-src 'self'; base-uri 'none'; form-action 'none'"
sed -e "s|<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">|" -e 's/main\.js/site.js/' "$page/index.html" >"$new/index.html"
grep -q wasm-unsafe-eval "$new/index.html" && grep -q site.js "$new/index.html"
# For the service worker: the files, but for the page that publishes, and a version that is the hash of them all.
files=$(cd "$new" && find . -type f ! -name publish.html ! -name offline.js | LC_ALL=C sort)
version=$(cd "$new" && echo "$files" | xargs cat | sha256sum | cut -c1-16)
{
    printf "const VERSION = 'ferz %s', FILES = ['./'" "$version"
    echo "$files" | while IFS= read -r file; do printf ", '%s'" "$file"; done
    printf '];\n'
    cat "$here/site/offline.js"
} >"$new/offline.js"
rm -rf "$4"
mv "$new" "$4"
