#!/bin/sh
# What is built to be released is hardened, and the cores of the move generator are not slowed: looks at the programs themselves.
# usage: test_hardening.sh BUILD_FOLDER
set -u
build=${1:?usage: test_hardening.sh BUILD_FOLDER}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0
command -v readelf >/dev/null && command -v nm >/dev/null || { echo "skipped: neither readelf nor nm"; exit 77; }

step() { # WORDS COMMAND…
    words=$1
    shift
    if "$@" >"$work/out" 2>&1; then
        passed=$((passed + 1))
        echo "passed: $words"
    else
        failed=$((failed + 1))
        echo "FAILED: $words"
        head -n 20 "$work/out" | sed 's/^/    /'
    fi
}

# Called by name; musl has no checked calls.
calls() { nm -u "$2" | grep -qE "(^|[^a-z_])$1"; }
has_checked_calls() { ldd "$1" 2>/dev/null | grep -q musl || calls '__(mem|str|v?s?n?printf)[a-z]*_chk' "$1"; }
read_only() { readelf -lW "$1" | grep -q GNU_RELRO && readelf -dW "$1" | grep -qE 'BIND_NOW|FLAGS_1.*NOW'; }
independent() { readelf -hW "$1" | grep -q 'Type: *DYN'; }
no_code_on_stack() { readelf -lW "$1" | grep 'GNU_STACK' | grep -vq 'RWE'; }
# The C library's own start files may lack the mark, and then the linker does not give it to the program.
marked() {
    find "$build/CMakeFiles" -path '*/interp/*.o' -not -path '*/core_*/core.c.o' | while IFS= read -r object; do
        readelf -nW "$object" 2>/dev/null | grep -qE 'IBT, SHSTK|BTI, PAC' || { echo "$object"; exit 1; }
    done
}
cores_are_free() {
    find "$build/CMakeFiles" -path '*/core_*/core.c.o' | while IFS= read -r object; do
        ! calls '(__stack_chk_fail|__[a-z]*_chk)' "$object" || { echo "$object"; exit 1; }
    done
}

for file in "$build/ferz" "$(readlink -f "$build/libferz.so")"; do
    name=$(basename "$file")
    step "$name: relocations are read-only and done at the start" read_only "$file"
    step "$name: lies anywhere in memory" independent "$file"
    step "$name: no code on the stack" no_code_on_stack "$file"
    step "$name: the stack is guarded" calls __stack_chk_fail "$file"
    step "$name: calls of the C library are checked" has_checked_calls "$file"
done
case $(uname -m) in
x86_64 | aarch64) step "every object outside the cores is marked for control-flow protection" marked ;;
esac
step "the cores have neither guards nor checks" cores_are_free
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
