#!/bin/sh
# Bad input, end to end: every mistake is named with its place, on standard error, in time, with the right exit status.
# usage: test_messages.sh PATH-OF-FERZ
#
# Each tests/invalid/games/NAME.yaml says in comments what must come of it:
#   # expect: TEXT    stands in what is said (several: all of them)
#   # status: N       the exit status (1 unless said)
#   # run: WORDS      the command line after `ferz`, with FILE for the file (`check FILE` unless said)
# Other cases are made below. A message with a place shows the source line with a caret; nothing is written to standard
# output; nothing takes longer than ten seconds; a sanitizer's word is a failure.

[ $# -eq 1 ] || { echo "usage: $0 PATH-OF-FERZ" >&2; exit 2; }
FERZ=$1
here=$(cd "$(dirname "$0")" && pwd)
case $FERZ in /*) ;; *) FERZ=$PWD/$FERZ ;; esac
FERZ_RULES=${FERZ_RULES:-$here/../../rules}
export FERZ_RULES
NO_COLOR=1
export NO_COLOR

work=$(mktemp -d) || exit 1
trap 'chmod -R u+rwx "$work"; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

passed=0
failed=0
limit=
command -v timeout >/dev/null 2>&1 && limit='timeout 10'

wrong() { # NAME WORDS
    echo "FAILED $1: $2"
    sed 's/^/    /' "$work/err" | cut -c1-200 | head -20
    failed=$((failed + 1))
}

# run NAME STATUS EXPECTATIONS COMMAND...: EXPECTATIONS is a file of texts, a line each, that all must be said.
run() {
    name=$1 status=$2 expected=$3
    shift 3
    $limit "$@" >"$work/out" 2>"$work/err" </dev/null
    found=$?
    if [ $found -eq 124 ] && [ "$limit" ]; then
        wrong "$name" 'it takes more than ten seconds'
        return
    fi
    if grep -q -e 'AddressSanitizer' -e 'LeakSanitizer' -e 'runtime error:' -e 'Assertion' "$work/err"; then
        wrong "$name" 'a sanitizer or an assertion speaks'
        return
    fi
    if [ $found -ne "$status" ]; then
        wrong "$name" "exit status $found, not $status"
        return
    fi
    if [ "$status" -ne 0 ] && [ -s "$work/out" ]; then
        wrong "$name" 'something on standard output'
        return
    fi
    if [ "$status" -ne 0 ] && [ ! -s "$work/err" ]; then
        wrong "$name" 'not a word'
        return
    fi
    while IFS= read -r line; do
        if ! grep -qF -e "$line" "$work/err"; then
            wrong "$name" "\`$line' is not said"
            return
        fi
    done <"$expected"
    # FILE:LINE:COL: error: is followed by the line and a caret, if there is anything on that line to be shown.
    if ! awk '/^[^ ].*:[0-9]+:[0-9]+: error: /{place = NR} place && NR == place + 1 && /^ *[0-9]+ \| /{want = NR + 1}
        NR == want && !/^ *\| *\^/{bad = 1}
        place && NR == place + 1 && !/^ *[0-9]+ \| / && before !~ /is empty|too large|placement: rank 8 has fewer/{bad = 1}
        {before = $0} END{exit bad}' "$work/err"; then
        wrong "$name" 'a place without its source line and caret'
        return
    fi
    # Every message about a file has a code. "ferz: ..." is about the command line and has none.
    if grep -E '(^|[^ ]: )(error|warning): ' "$work/err" | grep -qvE ' \[[EW][0-9]{4}\]$'; then
        wrong "$name" 'a message without a code'
        return
    fi
    if LC_ALL=C grep -q "$(printf '[\001-\010\013-\037]')" "$work/err"; then
        wrong "$name" 'control bytes in a message'
        return
    fi
    passed=$((passed + 1))
}

# say TEXT...: a file of expectations.
say() { printf '%s\n' "$@" >"$work/expected"; }
none() { : >"$work/expected"; }

# ---- the files ----

cd "$here/../.." || exit 1
for file in tests/invalid/games/*.yaml; do
    name=$(basename "$file" .yaml)
    sed -n 's/^# expect: //p' "$file" >"$work/expected"
    [ -s "$work/expected" ] || { : >"$work/err"; wrong "$name" 'the file expects nothing'; continue; }
    status=$(sed -n 's/^# status: //p' "$file")
    words=$(sed -n 's/^# run: //p' "$file" | sed "s|FILE|$file|")
    # shellcheck disable=SC2086 # words are meant to be split
    run "$name" "${status:-1}" "$work/expected" "$FERZ" ${words:-check $file}
done

# What a live hook does wrong in play, `ferz check` finds by playing.
for file in tests/invalid/games/live-*.yaml tests/invalid/games/ending-nonsense.yaml; do
    name=$(basename "$file" .yaml)
    sed -n 's/^# expect: //p' "$file" >"$work/expected"
    status=$(sed -n 's/^# status: //p' "$file")
    run "check-$name" "${status:-1}" "$work/expected" "$FERZ" check "$file"
done

# ---- files that cannot be read, and files that should not be ----

cd "$work" || exit 1
say 'no-such-file.yaml'
run missing-file 3 expected "$FERZ" check ./no-such-file.yaml
say 'there is no game `ches`' 'did you mean `chess`?'
run missing-game 3 expected "$FERZ" check ches

mkdir folder.yaml
none
run directory 3 expected "$FERZ" check ./folder.yaml

: >empty.yaml
say 'empty.yaml'
run empty-file 1 expected "$FERZ" check ./empty.yaml

printf 'name: x' >locked.yaml
chmod 000 locked.yaml
if [ "$(id -u)" -ne 0 ]; then
    say 'locked.yaml'
    run no-permission 3 expected "$FERZ" check ./locked.yaml
else
    echo 'left out: no-permission (root may read everything)'
fi

printf 'name: Bad bytes\nabout: "\377\376"\nboard: {size: 8x8}\n' >bytes.yaml
say 'bytes.yaml:2:' 'error: '
run not-utf8 1 expected "$FERZ" check ./bytes.yaml
printf 'name: Zero\000byte\nboard: {size: 8x8}\n' >zero.yaml
say 'zero.yaml:1:'
run zero-byte 1 expected "$FERZ" check ./zero.yaml
printf 'name: "\033[31mred\033[0m"\nbored: {size: 8x8}\n' >escape.yaml
say 'escape.yaml:'
run escape-bytes 1 expected "$FERZ" check ./escape.yaml
printf 'name: Carriage\r\nboards: {size: 8x8}\r\n' >crlf.yaml
say 'crlf.yaml:2:1: error: unknown key `boards`' 'did you mean `board`?'
run windows-lines 1 expected "$FERZ" check ./crlf.yaml

awk 'BEGIN{printf "name: "; for (i = 0; i < 100000; i++) printf "["; for (i = 0; i < 100000; i++) printf "]"; print ""}' >deep.yaml
say 'deep.yaml:1:'
run nesting-flow 1 expected "$FERZ" check ./deep.yaml
awk 'BEGIN{printf "name: "; for (i = 0; i < 100000; i++) printf "{a: "; print ""}' >deep-maps.yaml
say 'deep-maps.yaml:1:'
run nesting-maps 1 expected "$FERZ" check ./deep-maps.yaml
awk 'BEGIN{for (i = 0; i < 1000; i++) {for (k = 0; k < i; k++) printf " "; print "a:"}}' >deep-block.yaml
say 'deep-block.yaml:'
run nesting-block 1 expected "$FERZ" check ./deep-block.yaml
awk 'BEGIN{for (i = 0; i < 20000; i++) print "k" i ": 1"}' >many-keys.yaml
say 'many-keys.yaml:1:1: error: unknown key'
run many-keys 1 expected "$FERZ" check ./many-keys.yaml
awk 'BEGIN{printf "name: "; for (i = 0; i < 300000; i++) printf "long "; print ""; print "bored: 1"}' >long-line.yaml
say 'long-line.yaml:'
run long-line 1 expected "$FERZ" check ./long-line.yaml

dd if=/dev/zero of=huge.yaml bs=1 count=1 seek=104857599 2>/dev/null # sparse
say 'huge.yaml'
$limit "$FERZ" check ./huge.yaml >out 2>err </dev/null
huge=$?
case $huge in
1 | 3) run huge-file $huge expected "$FERZ" check ./huge.yaml ;;
*) wrong huge-file "exit status $huge" ;;
esac
rm -f huge.yaml

printf 'name: Big script\nextends: chess\nscript: big.lua\n' >big.yaml
awk 'BEGIN{for (i = 0; i < 60000; i++) print "-- nothing"}' >big.lua
say 'big.lua'
$limit "$FERZ" check ./big.yaml >out 2>err </dev/null
big=$?
case $big in
1 | 3) run big-script $big expected "$FERZ" check ./big.yaml ;;
*) wrong big-script "exit status $big" ;;
esac
printf 'name: A folder as script\nextends: chess\nscript: dir.lua\n' >dir.yaml
mkdir dir.lua
say 'dir.lua'
$limit "$FERZ" check ./dir.yaml >out 2>err </dev/null
dir=$?
case $dir in
1 | 3) run script-directory $dir expected "$FERZ" check ./dir.yaml ;;
*) wrong script-directory "exit status $dir" ;;
esac

# ---- positions ----

# fen NAME GAME COLUMN TEXT FEN
fen() {
    say "fen:1:$3: error: $4"
    run "fen-$1" 1 expected "$FERZ" moves "$2" --fen "$5"
}
fen empty chess 1 'placement:' ''
fen piece chess 5 'placement: no piece is written `x`' 'rnbqxbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fen wide chess 18 'placement: rank 7 has more than 8 cells' 'rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fen narrow chess 17 'placement: rank 7 has fewer than 8 cells' 'rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fen ranks-missing chess 42 'placement: 1 of the board' 'rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fen ranks-more chess 44 'placement: more than the board' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8 w KQkq - 0 1'
fen pieces-65 chess 9 'placement: rank 8 has more than 8 cells' \
    'qqqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/kQQQQQQK w - - 0 1'
fen mover chess 45 'side to move:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1'
fen rights chess 49 'rights: this game has no right `X`' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQXq - 0 1'
fen passed chess 52 'en passant target:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1'
fen quiet chess 54 'halfmove clock:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1'
fen number chess 56 'move number:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 x'
fen counter chess 58 'counters:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 count=1'
fen hand chess 44 'hands:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P] w KQkq - 0 1'
fen hand-piece crazyhouse 45 'hands:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[K] w KQkq - 0 1'
fen hand-open crazyhouse 46 'hands:' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[P'
long=$(awk 'BEGIN{for (i = 0; i < 20000; i++) printf "8/"}')
say 'fen:1:16: error: placement: more than the board'
run fen-long 1 expected "$FERZ" moves chess --fen "$long w"

# Positions that no game reaches but that can be set up: they are played on and must do no harm.
none
for position in \
    'kk6/8/8/8/8/8/8/KK6 w - - 0 1' \
    '8/8/8/8/8/8/8/8 w - - 0 1' \
    '8/8/8/3p4/8/8/8/K7 b - - 0 1' \
    '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1' \
    'kqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK w - - 0 1' \
    'PPPPPPPP/8/8/8/8/8/8/pppppppp w - - 65535 65535'; do
    run "odd-position $position" 0 expected "$FERZ" perft chess --depth 2 --fen "$position"
    run "odd-position-status $position" 0 expected "$FERZ" status chess --fen "$position"
    run "odd-position-best $position" "$("$FERZ" moves chess --fen "$position" | awk 'END{print NR ? 0 : 1}')" expected \
        "$FERZ" best chess --nodes 20000 --fen "$position"
done

# ---- moves ----

for move in e2e5 e7e5 e2 e9e4 E2F9 e2e4q O-O P@e4 claim-draw 'e2 e4' "$(printf 'e2\033[2Je4')" "$(printf '\377')"; do
    say 'was not played'
    run "move '$(printf %s "$move" | tr -d '\033\377')'" 1 expected "$FERZ" fen chess --moves "$move"
done
say 'illegal'
run long-move 1 expected "$FERZ" fen chess --moves "$(awk 'BEGIN{for (i = 0; i < 5000; i++) printf "e2e4"}')"

say 'white has no pawn in hand'
run drop-of-pawn 1 expected "$FERZ" fen crazyhouse --moves @e5
say 'write the letter of the piece in front of the @'
run drop-of-nothing 1 expected "$FERZ" fen shogi --moves @5e

# ---- hands ----

array=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR
say 'fen:1:44: error: hands: there are no pieces in hand in this game [E0705]' 'by `captured: to hand`'
run hands-none 1 expected "$FERZ" fen chess --fen "${array}[P] w KQkq - 0 1"
say 'fen:1:48: error: hands: no such piece can be in hand [E0705]'
run hands-counted 1 expected "$FERZ" fen crazyhouse --fen "${array}[N3P w KQkq - 0 1"

# ---- settings ----

say 'castling'
run unknown-option 1 expected "$FERZ" check chess --set castling
say 'repetition'
run unknown-value 1 expected "$FERZ" check chess --set repetition=sometimes
run value-missing 1 expected "$FERZ" check chess --set repetition
say 'array'
run value-outside 1 expected "$FERZ" check chess960 --set array=960
run value-no-number 1 expected "$FERZ" check chess960 --set array=-1

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
