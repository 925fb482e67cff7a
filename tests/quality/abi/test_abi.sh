#!/bin/sh
# A program that was compiled against libferz goes on running with a later one: what the library exports, its prototypes, the layout of
# its structures and the values of its enumerations are those of abi.txt. Where something is gone or lies elsewhere, FERZ_SOVERSION of
# CMakeLists.txt must rise; what comes must be written down. Structures that begin with `struct_size` may grow at their end.
# usage: test_abi.sh BUILD_FOLDER [--write]: with --write, abi.txt becomes what is true now, and new functions enter ferz.map
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=${1:?usage: test_abi.sh BUILD_FOLDER [--write]}
list=$here/abi.txt
map=$root/interp/api/ferz.map
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

verdict() { # STATUS WORDS
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "passed: $2"
    else
        failed=$((failed + 1))
        echo "FAILED: $2"
        head -n 30 "$work/found" 2>/dev/null | sed 's/^/    /'
    fi
    : >"$work/found"
}

# Both headers as one.
header=$work/ferz.h
sed '/^#include "ferz.h"$/d; /^#ifdef __cplusplus$/,/^#endif$/d' "$root/interp/ferz.h" "$root/interp/ferz_tools.h" >"$header"

soversion=$(sed -n 's/^set(FERZ_SOVERSION \([0-9]*\))/\1/p' "$root/CMakeLists.txt")

# abi_of HEADER LIBRARY: a row a fact.
abi_of() {
    mkdir -p "$work/h" && cp "$1" "$work/h/ferz.h" || return
    awk -v program="$work/h/layout.c" -f "$here/list.awk" "$work/h/ferz.h" >"$work/h/functions" || return
    if grep '^unknown' "$work/h/functions"; then return 1; fi
    ${CC:-cc} -std=c17 -I "$work/h" "$work/h/layout.c" -o "$work/h/layout" || return
    {
        echo "soversion $soversion"
        cat "$work/h/functions"
        "$work/h/layout"
        nm -D --defined-only --with-symbol-versions "$2" | awk '$2 == "T" { print "symbol " $3 }'
    } | LC_ALL=C sort
}

# compare OLD NEW: writes gone and changed rows to `broken` and rows that came to `added`. A structure that carries its size may grow, and
# so may one that the library alone makes.
compare() {
    awk '$1 == "struct" && $2 ~ /\.struct_size:$/ { sub(/\..*/, "", $2); print $2 }' "$1" >"$work/growing"
    echo ferz_facts >>"$work/growing"
    LC_ALL=C comm -23 "$1" "$2" | awk -v growing="$work/growing" '
        BEGIN { while ((getline name < growing) > 0) grows[name ":"] = 1 }
        !($1 == "struct" && grows[$2])' >"$work/broken"
    LC_ALL=C comm -13 "$1" "$2" >"$work/added"
}

[ "$(getconf LONG_BIT)" -eq 64 ] || { echo "skipped: the list is that of 64-bit machines"; exit 77; }
library=$(readlink -f "$build/libferz.so")
[ -f "$library" ] || { echo "no libferz.so below $build"; exit 1; }

# ---- the map names what the header has ----

awk -v program="$work/layout.c" -f "$here/list.awk" "$header" | sed 's/(.*//; s/.*[ *]//' | LC_ALL=C sort >"$work/header"
mapped() { sed -n 's/^ *\(ferz_[a-z_0-9]*\);$/\1/p' "$map" | LC_ALL=C sort; }
if [ "${2:-}" = --write ]; then
    version=$(sed -n 's/^project(ferz VERSION \([0-9]*\.[0-9]*\)\..*/\1/p' "$root/CMakeLists.txt")
    grep -q "^FERZ_$version {" "$map" || { echo "ferz.map has no node FERZ_$version yet: write one below the last"; exit 1; }
    mapped | LC_ALL=C comm -13 - "$work/header" | sed 's/.*/    &;/' >"$work/fresh"
    mapped | LC_ALL=C comm -23 - "$work/header" | sed 's/.*/^ *&;$/' >"$work/old"
    awk -v node="FERZ_$version {" -v fresh="$work/fresh" '{ print } $0 == node { within = 1 }
        within && /^global:/ { while ((getline row < fresh) > 0) print row; within = 0 }' "$map" |
        grep -v -f "$work/old" >"$work/map" && cat "$work/map" >"$map"
    [ ! -s "$work/fresh" ] || { cat "$work/fresh" && echo "entered ferz.map: build ferz_shared, and write once more"; exit 1; }
    abi_of "$header" "$library" >"$list" || exit 1
    echo "written"
    exit 0
fi
mapped | LC_ALL=C comm -3 - "$work/header" >"$work/found"
[ ! -s "$work/found" ]
verdict $? "interp/api/ferz.map names the functions of ferz.h and ferz_tools.h"

# ---- the list ----

abi_of "$header" "$library" >"$work/now" 2>"$work/found"
verdict $? "the facts of both headers and of $(basename "$library")"
if [ "$failed" -eq 0 ]; then
    if [ "$(grep '^soversion' "$list")" = "soversion $soversion" ]; then
        compare "$list" "$work/now"
        sed 's/^/gone: /' "$work/broken" >"$work/found"
        [ ! -s "$work/broken" ]
        verdict $? "nothing that programs were compiled with is gone or has changed; else raise FERZ_SOVERSION"
    else
        cp "$work/now" "$work/added"
    fi
    sed 's/^/new: /' "$work/added" >"$work/found"
    [ ! -s "$work/added" ]
    verdict $? "abi.txt is up to date; else: sh tests/quality/abi/test_abi.sh BUILD --write"
    # Every symbol has a version, and only functions of ours are exported.
    nm -D --defined-only --with-symbol-versions "$library" | awk '$2 == "A" { next } $3 !~ /^ferz_[a-z_0-9]*@@FERZ_[0-9.]*$/' >"$work/found"
    [ ! -s "$work/found" ]
    verdict $? "the library exports functions of these headers with a version and nothing else"
fi

# ---- the test itself: planted faults are seen ----

# planted WORDS BROKEN ADDED SED: a header with a change breaks so many facts, and adds so many.
planted() {
    sed "$4" "$header" >"$work/changed.h"
    abi_of "$work/changed.h" "$library" >"$work/then" 2>"$work/found" && compare "$work/now" "$work/then" &&
        [ "$(wc -l <"$work/broken")" -eq "$2" ] && [ "$(wc -l <"$work/added")" -eq "$3" ]
    result=$?
    [ "$result" -eq 0 ] || cat "$work/broken" "$work/added" >>"$work/found"
    verdict "$result" "a planted change: $1"
}
planted "none" 0 0 ''
planted "another name of an argument" 0 0 's/ferz_code(size_t index)/ferz_code(size_t number)/'
planted "a function is gone" 1 0 '/ferz_version(void)/d'
planted "another type of an argument" 1 1 's/ferz_code(size_t index)/ferz_code(int index)/'
planted "another value" 1 1 's/FERZ_BUDGET_EXCEEDED = 4/FERZ_BUDGET_EXCEEDED = 5/'
planted "a structure without its size grows" 1 2 's/^    const char \*value;$/&\n    size_t more;/'
planted "a structure with its size grows" 0 2 's/^    int across; .*/&\n    size_t more;/'
planted "a member is put before others" 5 7 's/^    size_t max_count; .*changes.*/size_t more;\n&/'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
