#!/bin/sh
# What `ferz check` warns of, and what it must not warn of.
# usage: test_warnings.sh PATH-OF-FERZ
#
# Each tests/invalid/warnings/NAME.yaml says in comments what must be warned of, and nothing else may be said:
#   # expect: LINE:COL: warning: TEXT [CODE]
# A file that expects nothing must be sound without a word, and so must every game under rules/.

[ $# -eq 1 ] || { echo "usage: $0 PATH-OF-FERZ" >&2; exit 2; }
FERZ=$1
case $FERZ in /*) ;; *) FERZ=$PWD/$FERZ ;; esac
cd "$(dirname "$0")/../.." || exit 1
FERZ_RULES=${FERZ_RULES:-$PWD/rules}
NO_COLOR=1
export FERZ_RULES NO_COLOR
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
passed=0
failed=0

# judge FILE: what is expected is in $work/expected
judge() {
    timeout 60 "$FERZ" check "./$1" >"$work/out" 2>"$work/err" </dev/null
    status=$?
    grep -E '^[^ ].*:[0-9]+:[0-9]+: (error|warning): ' "$work/err" | sed 's|^[^:]*:||' | sort >"$work/said"
    if [ $status -ne 0 ]; then
        echo "FAILED $1: exit status $status"
    elif [ -s "$work/out" ]; then
        echo "FAILED $1: something on standard output"
    elif ! diff "$work/expected" "$work/said" >"$work/diff"; then
        echo "FAILED $1: < is expected, > is said"
        cat "$work/diff"
    elif [ ! -s "$work/expected" ] && [ -s "$work/err" ]; then
        echo "FAILED $1: it must be sound without a word"
        cat "$work/err"
    else
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
}

for file in tests/invalid/warnings/*.yaml; do
    sed -n 's/^# expect: //p' "$file" | sort >"$work/expected"
    judge "$file"
done
: >"$work/expected"
for file in rules/*.yaml; do
    case $file in
    *.test.yaml | *.tuning.yaml) ;;
    *) judge "$file" ;;
    esac
done


echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
