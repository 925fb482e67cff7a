#!/bin/sh
# Bundles codemirror.js and what it needs of npm, as package-lock.json pins it, into one module.
# usage: bundle.sh FOLDER: for npm's modules; writes FOLDER/codemirror.js, empty where npm could not install them
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1" || exit 1
work() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || return 1
    if ! cmp -s "$here/package-lock.json" installed.json; then
        cp "$here/package.json" "$here/package-lock.json" . || return 1
        timeout 300 npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >npm.log 2>&1 </dev/null || return 1
        cp package-lock.json installed.json || return 1
    fi
    cp "$here/codemirror.js" source.js || return 1
    node_modules/.bin/esbuild source.js --bundle --minify --format=esm --target=es2022 --legal-comments=inline --charset=ascii \
        --log-level=error --outfile=new.js || return 1
}
if work; then
    mv new.js codemirror.js
else
    echo "no npm, or it could not install: the workbench gets a plain editor" >&2
    : >codemirror.js
fi
