#!/bin/sh
# The types of the package that `./dev wasm` made: TypeScript from npm compiles what people write with it.
# usage: test_types.sh BUILD-FOLDER
here=$(cd "$(dirname "$0")" && pwd)
[ -f "$1/wasm/ferz/ferz.d.ts" ] || { echo "$1/wasm/ferz is not there (./dev wasm makes it): skipped"; exit 77; }
command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || { echo "npm is not there: skipped"; exit 77; }
mkdir -p "$1/wasm-types" && cd "$1/wasm-types" || exit 1
if ! cmp -s "$here/package-lock.json" installed.json; then
    cp "$here/package.json" "$here/package-lock.json" . || exit 1
    timeout 300 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1 </dev/null ||
        { echo "npm could not install typescript: skipped"; exit 77; }
    cp package-lock.json installed.json || exit 1
fi
mkdir -p node_modules/ferz && cp "$1/wasm/ferz/package.json" "$1/wasm/ferz/ferz.d.ts" node_modules/ferz/ && cp "$here/use.ts" "$here/tsconfig.json" . || exit 1
if node_modules/.bin/tsc -p .; then
    echo "1 passed, 0 failed"
else
    echo "0 passed, 1 failed"
    exit 1
fi
