#!/bin/sh
# Numbers are read in one place, interp/base/number.c, where a range is given and what is beyond it is an answer. The functions of the
# C library overflow, or wrap around when their result is narrowed, or mind the locale; none of them stands anywhere else.
# usage: test_numbers.sh [ROOT]    with no ROOT it checks this repository, and itself on planted calls
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=${1:-$(cd "$here/../../.." && pwd)}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

find "$root/interp" -name '*.[ch]' ! -path '*/base/number.c' -exec grep -nE \
    '(^|[^A-Za-z0-9_])(strto(l|ll|ul|ull|d|f|ld|imax|umax)|ato(i|l|ll|f)|v?s?scanf|v?fscanf)[[:space:]]*\(' {} + >"$work/found"
status=0
if [ -s "$work/found" ]; then
    echo "FAILED: numbers are read by number_take, number_take_decimal, number_at or text_to_long, and not by"
    sed 's/^/    /' "$work/found"
    status=1
fi

if [ $# -eq 0 ]; then # the test itself
    for call in 'strtol(s, &end, 10)' '(int)strtoul(s, NULL, 0)' 'atoi (s)' 'sscanf(s, "%d", &n)' 'strtod(s, NULL)' 'atoll(s)'; do
        mkdir -p "$work/tree/interp/base"
        echo "int n = $call;" >"$work/tree/interp/base/text.c"
        if sh "$0" "$work/tree" >/dev/null; then
            echo "FAILED: this test does not see $call"
            status=1
        fi
    done
    echo 'long n = text_to_long(s); int is_atoi = my_strtol(s);' >"$work/tree/interp/base/text.c"
    sh "$0" "$work/tree" >/dev/null || { echo "FAILED: this test sees a call where there is none"; status=1; }
fi
exit $status
