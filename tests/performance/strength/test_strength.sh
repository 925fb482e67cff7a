#!/bin/sh
# `./dev strength` with this program in the place of the others: rows, the table in a report, and what is kept.
# usage: test_strength.sh PATH-OF-FERZ     (exit status 77: jq is not there)
[ $# -eq 1 ] || { echo "usage: $0 PATH-OF-FERZ" >&2; exit 2; }
command -v jq >/dev/null || { echo "skipped: jq is not there"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
failed=0
fail() { failed=$((failed + 1)); echo "FAILED  $*"; }

mkdir -p "$work/tree/tests/performance/strength" "$work/tree/rules"
cp "$here/strength.sh" "$work/tree/tests/performance/strength/"
cp "$here/../../../rules/los-alamos".* "$here/../../../rules/gardner-minichess".* "$work/tree/rules/"
cat >"$work/tree/tests/performance/strength/opponents.txt" <<'END'
# GAME | program | settings
los-alamos                          | uci-one | variant=los-alamos
gardner-minichess --set no-castling | xb-one  | variant=gardner-minichess proto=xboard
los-alamos                          | absent  | variant=los-alamos
END
for protocol in uci xboard; do
    printf '#!/bin/sh\nexec "%s" %s los-alamos\n' "$1" "$protocol" >"$work/$protocol"
    chmod +x "$work/$protocol"
done
sed -i 's/los-alamos$/gardner-minichess --set no-castling/' "$work/xboard"
printf '# Title\n\n## Against other programs\n\nold\n\n## After\n\nkept\n' >"$work/report"
strength() {
    FERZ_RULES=$work/tree/rules sh "$work/tree/tests/performance/strength/strength.sh" "$@"
}
measure() {
    strength "$ferz" --games 2 --nodes 50 --movetime 5 --plies 2 --program "uci-one=$work/uci" --program "xb-one=$work/xboard" "$@"
}
ferz=$1

measure --write "$work/report" >"$work/rows" 2>"$work/said" || fail "the command fails: $(cat "$work/said")"
grep -qE '^\| `los-alamos` \| uci-one of [0-9-]+ \| [0-9]+ \| 50 \| 2 \| \+[0-2] =[0-2] −[0-2] \| .+ \| 0 \| 0 \|$' "$work/rows" || fail "the row of a program that counts nodes: $(cat "$work/rows" "$work/said")"
grep -qE '^\| `gardner-minichess --set no-castling` \| xb-one of [0-9-]+ \| 5 ms \| 5 ms \| 2 \| ' "$work/rows" || fail "the row of a program that does not: $(cat "$work/rows" "$work/said")"
[ "$(wc -l <"$work/rows")" -eq 2 ] || fail "rows: $(cat "$work/rows")"
grep -q 'absent is not there; los-alamos is left out' "$work/said" || fail "a program that is not there: $(cat "$work/said")"
[ "$(grep -c '^| `' "$work/report")" -eq 2 ] || fail "rows of the report"
! grep -q '^old$' "$work/report" || fail "the table before is still there"
[ "$(head -n 1 "$work/report")" = '# Title' ] && [ "$(tail -n 1 "$work/report")" = kept ] || fail "what stands around the table is gone"

# What was played is not played again; a broken program plays nothing.
printf '#!/bin/sh\nexit 1\n' >"$work/uci.broken"
touch -r "$work/uci" "$work/uci.broken" && mv "$work/uci.broken" "$work/uci"
measure los-alamos >"$work/again" 2>"$work/said" || fail "what is kept: $(cat "$work/said")"
grep '^| `los-alamos' "$work/rows" | cmp -s - "$work/again" || fail "what is kept is another row: $(cat "$work/again")"
measure --fresh los-alamos >"$work/again" 2>"$work/said" && [ -s "$work/again" ] && fail "a broken program has a row"
for words in '--games x' '--games' '--nothing' 'no-such-game' '--program one' "--write $work/none"; do
    # shellcheck disable=SC2086 # words
    measure $words >"$work/out" 2>&1 && fail "accepted: $words"
done

echo "$failed failed"
[ "$failed" -eq 0 ]
