#!/bin/sh
# Installs the packages of npm that PACKAGE-FOLDER/package-lock.json pins below FOLDER, unless they are there, and prints where. Fails
# where node or npm is missing, or npm cannot install them. For the build, and for tests that drive our programs from node.
# usage: modules.sh PACKAGE-FOLDER FOLDER
here=$(cd "$1" && pwd) || exit 1
command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || exit 1
mkdir -p "$2" && cd "$2" || exit 1
if ! cmp -s "$here/package-lock.json" installed.json; then
    cp "$here/package.json" "$here/package-lock.json" . || exit 1
    timeout 300 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1 </dev/null || exit 1
    cp package-lock.json installed.json || exit 1
fi
echo "$PWD/node_modules"
