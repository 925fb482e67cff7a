#!/bin/sh
# libyaml and Lua for musl, from the sources of Debian's packages, as libyaml.a and liblua5.4.a with files for pkg-config.
# usage: musl.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ ! -f "$folder/.complete" ] || exit 0
rm -rf "$folder"/objects "$folder"/*.a
sh "$here/foreign.sh" source "$folder/sources" libyaml lua5.4

# archive NAME SOURCES… with the flags of $flags
archive() {
    name=$1
    shift
    objects=$folder/objects/$name
    rm -rf "$objects" "${folder:?}/$name"
    mkdir -p "$objects"
    # shellcheck disable=SC2086 # flags
    (cd "$objects" && musl-gcc -O2 -fPIC $flags -c "$@")
    ar rcs "$folder/$name" "$objects"/*.o
}

yaml=$(find "$folder/sources" -maxdepth 1 -type d -name 'libyaml-*')
version=${yaml##*-}
rest=${version#*.}
flags="-I$yaml/include -DYAML_VERSION_STRING=\"$version\" -DYAML_VERSION_MAJOR=${version%%.*} -DYAML_VERSION_MINOR=${rest%%.*} -DYAML_VERSION_PATCH=${rest#*.}"
archive libyaml.a "$yaml"/src/*.c

lua=$(find "$folder/sources" -maxdepth 1 -type d -name 'lua5.4-*')
# Debian's patch asks where modules of this architecture lie; there are none.
mkdir -p "$folder/include"
echo '#define DEB_HOST_MULTIARCH "musl"' >"$folder/include/lua5.4-deb-multiarch.h"
flags="-std=gnu99 -DLUA_USE_POSIX -I$folder/include"
set --
for file in "$lua"/src/*.c; do
    case $file in */lua.c | */luac.c | */ltests.c) ;; *) set -- "$@" "$file" ;; esac
done
archive liblua5.4.a "$@"

mkdir -p "$folder/pkgconfig"
printf 'Name: libyaml\nDescription: for musl\nVersion: %s\nCflags: -I%s/include\nLibs: -L%s -lyaml\n' "$version" "$yaml" "$folder" >"$folder/pkgconfig/yaml-0.1.pc"
printf 'Name: Lua\nDescription: for musl\nVersion: %s\nCflags: -I%s/src -I%s/include\nLibs: -L%s -llua5.4 -lm\n' "${lua##*-}" "$lua" "$folder" "$folder" >"$folder/pkgconfig/lua5.4.pc"
touch "$folder/.complete"
