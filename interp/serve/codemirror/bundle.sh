#!/bin/sh
# Bundles codemirror.js and what it needs of npm, as package-lock.json pins it, into one module.
# usage: bundle.sh FOLDER: for npm's modules; writes FOLDER/codemirror.js, empty where npm could not install them
#        bundle.sh --pack FOLDER: for a source package; fails without npm. Then `packed/` beside this file has the bundle, from which any
#        later build takes it, and packages.tar.gz, the packages of npm that it is made from (esbuild, a tool, is left out)
here=$(cd "$(dirname "$0")" && pwd)
pack=
if [ "$1" = --pack ]; then
    pack=$here/packed
    rm -rf "$pack"
    shift
fi
mkdir -p "$1" && cd "$1" || exit 1
if [ -s "$here/packed/codemirror.js" ]; then
    cp "$here/packed/codemirror.js" codemirror.js
    exit
fi
# A comment with the licences of what is bundled, each text once behind the names of its packages.
licences() {
    printf '/*! This file is bundled from packages of npm.\n'
    find node_modules -name LICENSE -not -path '*esbuild*' -exec cksum {} + | sort | while read -r sum size file; do
        package=${file#node_modules/}
        [ "$sum $size" = "${last:-}" ] || { [ -z "${last:-}" ] || printf '\n%s\n' "$text"; }
        printf '\n%s' "${package%/LICENSE}"
        last="$sum $size"
        text=$(cat "$file")
        printf '%s\n' "$text" >licence.txt
    done
    printf '\n\n'
    cat licence.txt
    printf '*/\n'
}
work() {
    sh "$here/modules.sh" "$here" . >/dev/null || return 1
    cp "$here/codemirror.js" source.js || return 1
    node_modules/.bin/esbuild source.js --bundle --minify --format=esm --target=es2022 --legal-comments=inline --charset=ascii \
        --log-level=error --outfile=bundle.js || return 1
    { licences && cat bundle.js; } >new.js || return 1
}
if work; then
    mv new.js codemirror.js || exit 1
    [ "$pack" ] || exit 0
    mkdir -p "$pack" && cp codemirror.js "$pack" || exit 1
    tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=ustar --exclude='*esbuild*' --exclude=.bin \
        --exclude=.package-lock.json -c node_modules | gzip -9n >"$pack/packages.tar.gz"
elif [ "$pack" ]; then
    cat npm.log >&2
    exit 1
else
    echo "no npm, or it could not install: the workbench gets a plain editor" >&2
    : >codemirror.js
fi
