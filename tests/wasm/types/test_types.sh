#!/bin/sh
# The types of the package that `./dev wasm` made: TypeScript from npm compiles what people write with it.
# usage: test_types.sh BUILD-FOLDER
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$1/wasm/ferz/ferz.d.ts" ] || { echo "$1/wasm/ferz is not there (./dev wasm makes it): skipped"; exit 77; }
sh "$here/../../../interp/serve/codemirror/modules.sh" "$here" "$1/wasm-types" >/dev/null || { echo "npm could not install typescript: skipped"; exit 77; }
cd "$1/wasm-types" || exit 1
mkdir -p node_modules/ferz && cp "$1/wasm/ferz/package.json" "$1/wasm/ferz/ferz.d.ts" node_modules/ferz/ && cp "$here/use.ts" "$here/tsconfig.json" . || exit 1
if node_modules/.bin/tsc -p .; then
    echo "1 passed, 0 failed"
else
    echo "0 passed, 1 failed"
    exit 1
fi
