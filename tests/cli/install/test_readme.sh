#!/bin/sh
# README's lines that install do install: they are run as they stand there, in this checkout and with PREFIX as the place. Then a user
# with nothing but what was installed plays a game in an empty folder; the source tree is hidden from them.
# It builds, and so `./dev test --all` runs it before the tests of ctest and not among them.
# usage: test_readme.sh
# shellcheck disable=SC2317 # the functions are called through step
set -u

root=$(cd "$(dirname "$0")/../../.." && pwd)
# A name that a user may read: the prefix is below it.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
mkdir "$work/empty" || exit 1
chmod 755 "$work" && chmod 777 "$work/empty" || exit 1
passed=0
failed=0

step() { # WORDS COMMAND…
    words=$1
    shift
    if (cd "$work/empty" && "$@") >"$work/output" 2>&1; then
        passed=$((passed + 1))
        echo "passed: $words"
    else
        failed=$((failed + 1))
        echo "FAILED: $words"
        tail -n 40 "$work/output" | sed 's/^/    /'
    fi
}

# The block of README.md that installs: what stands between ```sh and ``` and has `cmake --install`.
lines() {
    awk '/^```sh$/ { inside = 1; block = ""; next }
        inside && /^```$/ { inside = 0; if (block ~ /cmake --install/) { printf "%s", block; found++ } next }
        inside { block = block $0 "\n" }
        END { exit found != 1 }' "$root/README.md"
}
# As a person who follows them: in the checkout; but what it says of a home folder is the prefix of ours. Nothing that installing wants
# may be left over from something else.
installs() {
    rm -rf "$root/build/release/pages" "$root/build/release/libferz.a"
    lines >"$work/lines" && grep -q '\$HOME/ferz' "$work/lines" &&
        cd "$root" && HOME=$work sh -e "$work/lines"
}

# What hides the source tree, and which of these works here.
hidden=yes
if bwrap --ro-bind / / --tmpfs "$root" true 2>/dev/null; then
    hide() { bwrap --ro-bind / / --bind "$work/empty" "$work/empty" --dev /dev --proc /proc --tmpfs "$root" --chdir "$work/empty" "$@"; }
elif unshare -m sh -c 'mount -t tmpfs none "$0"' "$root" 2>/dev/null; then
    hide() { unshare -m sh -c 'mount -t tmpfs none "$0" && exec "$@"' "$root" "$@"; }
else
    hide() { "$@"; }
    hidden=no
fi

# As nobody, where we may become that.
if [ "$(id -u)" -eq 0 ] && setpriv --reuid=65534 --regid=65534 --clear-groups true 2>/dev/null; then
    other() { hide setpriv --reuid=65534 --regid=65534 --clear-groups env -i "PATH=$work/ferz/bin:/usr/bin:/bin" HOME=/nonexistent "$@"; }
else
    other() { hide env -i "PATH=$work/ferz/bin:/usr/bin:/bin" HOME=/nonexistent "$@"; }
fi

sees_no_source() { [ -z "$(other ls "$root")" ]; }
lists() { [ "$(other ferz list | wc -l)" -gt 50 ]; }
# A line that we play, the answer, and the rest from a file of commands.
plays() {
    printf 'e2e4\nshow\nquit\n' | other ferz play frankfurt --as white >played &&
        grep -q '^ferz plays: [a-h][1-8][a-h][1-8]' played
}
# A game with a script.
explains() { other ferz why frankfurt --fen '4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1' e4d5 | grep -q 'is captured by white queen'; }
leaves_nothing() { [ "$(ls "$work/empty")" = played ]; }

step "README's lines install" installs
if [ "$failed" -eq 0 ]; then
    step "the program, the library, the manual page, rules and scripts are there" \
        test -x "$work/ferz/bin/ferz" -a -f "$work/ferz/share/man/man1/ferz.1" -a -f "$work/ferz/share/ferz/rules/chess.yaml" \
        -a -f "$work/ferz/share/ferz/scripts/frankfurt.lua" -a -f "$work/ferz/include/ferz.h"
    if [ "$hidden" = yes ]; then
        step "the source tree is hidden" sees_no_source
    else
        echo "skipped: the source tree is hidden: neither bubblewrap nor unshare works here"
    fi
    step "a user without the source tree lists the games" lists
    step "plays a game" plays
    step "and one whose rules have a script" explains
    step "nothing was written that they did not ask for" leaves_nothing
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
