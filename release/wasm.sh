#!/bin/sh
# libyaml, Lua and jansson for WebAssembly, from the sources of Debian's packages, as archives with files for pkg-config; and their
# licences, which go with what is made of them.
# usage: wasm.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
[ ! -f "$folder/.complete" ] || exit 0
rm -rf "$folder"/objects "$folder"/*.a "$folder/licences"
sh "$here/foreign.sh" source "$folder/sources" libyaml lua5.4 jansson
mkdir -p "$folder/include" "$folder/pkgconfig" "$folder/licences"

# the folder of a package's sources
unpacked() {
    find "$folder/sources" -maxdepth 1 -type d -name "$1-*"
}

# archive NAME SOURCES… with the flags of $flags
archive() {
    name=$1
    shift
    objects=$folder/objects/$name
    mkdir -p "$objects"
    # shellcheck disable=SC2086 # flags
    (cd "$objects" && emcc -O3 $flags -c "$@")
    emar rcs "$folder/$name" "$objects"/*.o
}

# module NAME VERSION INCLUDE LIBRARY: what pkg-config says of it
module() {
    printf 'Name: %s\nDescription: for WebAssembly\nVersion: %s\nCflags: -I%s -I%s/include\nLibs: -L%s -l%s\n' \
        "$1" "$2" "$3" "$folder" "$folder" "$4" >"$folder/pkgconfig/$1.pc"
}

yaml=$(unpacked libyaml)
version=${yaml##*-}
rest=${version#*.}
flags="-I$yaml/include -DYAML_VERSION_STRING=\"$version\" -DYAML_VERSION_MAJOR=${version%%.*} -DYAML_VERSION_MINOR=${rest%%.*} -DYAML_VERSION_PATCH=${rest#*.}"
archive libyaml.a "$yaml"/src/*.c
module yaml-0.1 "$version" "$yaml/include" yaml
cp "$yaml/License" "$folder/licences/LICENSE.libyaml"

lua=$(unpacked lua5.4)
# Debian's patch asks where modules of this architecture lie; there are none.
echo '#define DEB_HOST_MULTIARCH "wasm"' >"$folder/include/lua5.4-deb-multiarch.h"
flags="-std=gnu99 -I$folder/include"
set --
for file in "$lua"/src/*.c; do
    case $file in */lua.c | */luac.c | */ltests.c) ;; *) set -- "$@" "$file" ;; esac
done
archive liblua5.4.a "$@"
module lua5.4 "${lua##*-}" "$lua/src" lua5.4
sed -n '/^\* Copyright (C)/,/^\*\*\*/p' "$lua/src/lua.h" | sed -e '/^\*\*\*/d' -e 's/^\* \{0,1\}//' >"$folder/licences/LICENSE.lua"

jansson=$(unpacked jansson)
sed -e 's/@json_inline@/inline/' -e 's/@json_have_[a-z_]*builtins@/0/' -e 's/@json_have_localeconv@/1/' \
    -e 's/@json_have_long_long@/1/' "$jansson/src/jansson_config.h.in" >"$folder/include/jansson_config.h"
echo '/* its flags are given to the compiler */' >"$folder/include/jansson_private_config.h"
flags="-I$folder/include -I$jansson/src -DUSE_URANDOM=1 -DINITIAL_HASHTABLE_ORDER=3"
for has in STDINT_H UNISTD_H SYS_TIME_H GETTIMEOFDAY OPEN CLOSE READ FCNTL_H SYS_TYPES_H SYS_STAT_H LOCALE_H STRTOLL; do
    flags="$flags -DHAVE_$has=1"
done
archive libjansson.a "$jansson"/src/*.c
module jansson "${jansson##*-}" "$jansson/src" jansson
cp "$jansson/LICENSE" "$folder/licences/LICENSE.jansson"

for licence in lua libyaml jansson; do
    grep -q Permission "$folder/licences/LICENSE.$licence" # none may be empty
done
touch "$folder/.complete"
