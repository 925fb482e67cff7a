#!/bin/sh
# Installs the modules of package-lock.json below BUILD-FOLDER, unless they are there, and prints where.
# usage: modules.sh BUILD-FOLDER
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || exit 1
mkdir -p "$1/page" || exit 1
cd "$1/page" || exit 1
if ! cmp -s "$here/package-lock.json" installed.json; then
    cp "$here/package.json" "$here/package-lock.json" . || exit 1
    timeout 300 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1 </dev/null || exit 1
    cp package-lock.json installed.json || exit 1
fi
echo "$PWD/node_modules"
