# What tests of the program from outside begin with; they get its path as their only argument, and say at their top
#     . "$(dirname "$0")/../program.sh"
# FERZ is the whole path of the program, `root` the repository, `here` the test's own folder; `work` is an empty folder, where they are
# then, and which is gone at the end. `verdict STATUS NAME [WORDS]` counts in `passed` and `failed`.
# shellcheck shell=sh
set -u
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FERZ" >&2; exit 2; }
FERZ=$1
case $FERZ in /*) ;; *) FERZ=$PWD/$FERZ ;; esac
here=$(cd "$(dirname "$0")" && pwd)
root=$here; while [ ! -f "$root/CMakePresets.json" ]; do root=$(dirname "$root"); done
FERZ_RULES=$root/rules
NO_COLOR=1
export FERZ_RULES NO_COLOR
work=$(mktemp -d) || exit 1
starter=
trap 'rm -rf "$work" "$starter"' EXIT
trap 'exit 1' INT TERM HUP
if [ -n "${FERZ_EMULATOR:-}" ]; then # a program for another processor
    starter=$(mktemp) || exit 1
    # shellcheck disable=SC2016 # of that script
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$FERZ_EMULATOR" "$FERZ" >"$starter" && chmod +x "$starter"
    FERZ=$starter
fi
cd "$work" || exit 1
passed=0
failed=0
# in_share NUMBER [EVERY]: whether a test that asks the same of many rows takes this one. Where that takes minutes, CI takes each EVERY-th,
# and a release (FERZ_TEST_FACTOR) all; sanitized builds take a share of these: tests/unit/share.h
in_share() {
    every=${2:-1}
    [ -z "${FERZ_TEST_FACTOR:-}" ] || every=1
    [ $(($1 % (every * ${FERZ_TEST_SHARE:-1}))) -eq 0 ]
}

# What was said last is in WORDS, or else in the files out, err and said.
verdict() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
        return
    fi
    failed=$((failed + 1))
    echo "FAILED  $2"
    if [ $# -gt 2 ]; then
        printf '%s\n' "$3" | sed 's/^/          /'
    else
        cat out err said 2>/dev/null | cut -c1-300 | head -60 | sed 's/^/          /'
    fi
}
