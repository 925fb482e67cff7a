#!/bin/sh
# Movements in words, in both languages: each row of movements.txt.
# usage: test_movements.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

tab=$(printf '\t')

# said LANGUAGE: what stands under the name of the piece, on one line
said() {
    timeout 20 "$FERZ" explain "$work/walker.yaml" --lang "$1" 2>&1 |
        awk '/^.*\(`x`\)/ { on = 1; next } on && /^$/ { exit } on { printf "%s%s", blank, $0; blank = " " }'
}

# compare NAME WANTED FOUND
compare() {
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n  wanted: %s\n  found:  %s\n' "$@"
    fi
}

while IFS=$tab read -r betza english russian; do
    case $betza in
    '#'*) continue ;;
    esac
    cat >"$work/walker.yaml" <<END
name: Walker
board: {size: 8x8}
pieces: {walker: {letter: x, moves: "$betza"}, king: {letter: k, moves: K, royal: true}}
start: 4k3/8/8/8/8/8/8/X3K3 w - - 0 1
end: {checkmate: {when: checkmate, result: loss}}
END
    compare "$betza" "$english" "$(said en)"
    compare "$betza" "$russian" "$(said ru)"
done <"$here/movements.txt"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -ge 80 ]
