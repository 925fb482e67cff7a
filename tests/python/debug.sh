#!/bin/sh
# References under a debug interpreter, which counts them: the module is compiled for it, once. Skipped where it is not there.
# usage: debug.sh ROOT    uses ROOT/build/release
set -u
root=${1:?usage: debug.sh ROOT}
python=/usr/bin/python3-dbg
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
[ -e "$headers/Python.h" ] || { echo "skipped: python3-dbg is not there" && exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mkdir "$work/ferz" && cp -R "$root/interp/python/ferz/." "$root/interp/protocol/variant_aliases.txt" "$work/ferz" || exit 1
# shellcheck disable=SC2046 # words
"${CC:-cc}" -DPy_DEBUG -std=c17 -D_POSIX_C_SOURCE=200809L -O1 -g -fPIC -shared -I "$root/interp" -I "$headers" "$root"/interp/python/*.c \
    "$root/build/release/libferz_internal.a" $(pkg-config --libs yaml-0.1) $(pkg-config --libs lua5.4 || echo -llua5.4) -lm -lpthread -ldl \
    -o "$work/ferz/_ferz.abi3.so" || exit 1
PYTHONPATH=$work FERZ_RULES=$root/rules FERZ_PYTHON_DEBUG=1 MALLOC_ARENA_MAX=1 "$python" "$root/tests/python/test_memory.py" 50000
