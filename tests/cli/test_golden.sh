#!/bin/sh
# What commands say, word by word: each file of tests/cli/golden, run from top to bottom in an empty folder.
# usage: test_golden.sh PATH-OF-FERZ [--write] [NAME...]        --write: writes down what is said now, to be read by a person
#
# A line `$ ...` is a command of the shell, `ferz` the program, `lines` what gives each of its words as a line; lines that begin with
# # are remarks. Behind a command stands what it says: `  ` before standard output, `! ` before standard error, `= N` for an exit
# status that is not 0. In what is said ESC [ is shown as {, a tab as ^I, a blank at the end of a line with | behind it, and
# the folders of the rules and of the tests as RULES and TESTS.
[ $# -ge 1 ] || { echo "usage: $0 PATH-OF-FERZ [--write] [NAME...]" >&2; exit 2; }
FERZ=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
case $FERZ in /*) ;; *) FERZ=$PWD/$FERZ ;; esac
tests=$(cd "$here/.." && pwd)
FERZ_RULES=$(cd "$here/../../rules" && pwd)
export FERZ_RULES tests
unset NO_COLOR LC_ALL LC_CTYPE
LANG=C TERM=dumb
export LANG TERM
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
write=
[ "${1-}" != --write ] || { write=1; shift; }
# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(cd "$here/golden" && ls -- *.txt)

ferz() {
    timeout 60 "$FERZ" "$@"
}

lines() {
    printf '%s\n' "$@"
}

signs="s/$(printf '\033')\[/{/g; s/$(printf '\t')/^I/g; s/$(printf '\r')/^M/g"
shown() { # PREFIX FILE
    [ ! -s "$2" ] || sed -e "s|$FERZ_RULES|RULES|g" -e "s|$tests|TESTS|g" -e 's/[[:blank:]]$/&|/' -e "$signs" -e "s/^/$1/" "$2"
}

failed=0
for name; do
    name=${name%.txt}
    mkdir "$work/$name" && cd "$work/$name" || exit 1
    while IFS= read -r line; do
        case $line in
        '#'* | '') printf '%s\n' "$line" ;;
        '$ '*)
            printf '%s\n' "$line"
            eval "${line#??}" >"$work/out" 2>"$work/err" </dev/null
            status=$?
            shown '  ' "$work/out"
            shown '! ' "$work/err"
            [ $status = 0 ] || echo "= $status"
            ;;
        esac
    done <"$here/golden/$name.txt" >"$work/now"
    if [ -n "$write" ]; then
        cp "$work/now" "$here/golden/$name.txt"
    elif diff -u "$here/golden/$name.txt" "$work/now"; then
        echo "ok      $name, $(grep -c '^\$ ' "$work/now") commands"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
    fi
done
[ "$failed" -eq 0 ]
