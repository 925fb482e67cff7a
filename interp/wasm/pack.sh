#!/bin/sh
# Makes the package for npm of what emscripten compiled.
# usage: pack.sh MODULE LICENCES FOLDER: MODULE.js and MODULE.wasm are the compiled ones; FOLDER is replaced
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
new=$3.new
rm -rf "$new"
mkdir -p "$new"
cp "$here"/package/* "$new/"
cp "$1.js" "$new/module.js"
cp "$1.wasm" "$new/ferz.wasm"
cp "$root/LICENSE" "$2"/LICENSE.* "$new/"
node "$here/types.mjs" "$root/interp/service/methods.json" "$here/api.d.ts" >"$new/ferz.d.ts"
node "$here/games.mjs" "$root" >"$new/games.json"
version=$(sed -n 's/^project(ferz VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
sed "s/\"version\": \"0.0.0\"/\"version\": \"$version\"/" "$here/package/package.json" >"$new/package.json"
rm -rf "$3"
mv "$new" "$3"
