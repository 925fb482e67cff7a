#!/bin/sh
# The package that `./dev wasm` made, in node.
# usage: test_wasm.sh PATH-OF-FERZ BUILD-FOLDER [NAME...]: only the parts of these names
here=$(cd "$(dirname "$0")" && pwd)
ferz=$1
build=$2
shift 2
command -v node >/dev/null 2>&1 || { echo "node is not there: skipped"; exit 77; }
[ -f "$build/wasm/ferz/ferz.wasm" ] || { echo "$build/wasm/ferz is not there (./dev wasm makes it): skipped"; exit 77; }
FERZ=$ferz PACKAGE=$build/wasm/ferz exec node "$here/wasm.mjs" "$@"
