#!/bin/sh
# ferz diff, ferz test with --record and --mutate, ferz watch: on small games made here, and on some of ours.
# usage: test_diff_and_records.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
watcher=
finish() {
    [ -z "$watcher" ] || kill "$watcher" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT

run() { # STATUS WORDS...: runs ferz, true when its status is that
    want=$1
    shift
    timeout 300 "$FERZ" "$@" >out 2>err
    got=$?
    [ "$got" -eq "$want" ] || echo "status $got, not $want: ferz $*" >>err
    [ "$got" -eq "$want" ]
}

has() { # FILE TEXT...: each text is somewhere in the file
    file=$1
    shift
    for words in "$@"; do
        grep -qF -- "$words" "$file" || { echo "not in $file: $words" >>err; return 1; }
    done
}

lacks() { # FILE TEXT
    ! grep -qF -- "$2" "$1"
}

json() { # whether out is one JSON document
    if python3 -c '' 2>/dev/null; then
        python3 -c 'import json, sys; json.load(open("out"))' 2>>err
    else
        [ "$(head -c 1 out)" = '{' ]
    fi
}

# ---- games with different letters ----

printf 'name: Schach\nextends: chess\npieces: {knight: {letter: s}, queen: {letter: d}, rook: {letter: t}}\nstart: tsbdkbst/pppppppp/8/8/8/8/PPPPPPPP/TSBDKBST w KQkq - 0 1\n' >schach.yaml
run 1 diff chess schach.yaml --games 5 --depth 0 && has out 'the same piece' 'knight n = knight s' 'no difference found'
verdict $? 'other letters are no difference in play' "$(cat out err)"
sed -i 's/letter: s}/letter: s, moves: [N, W]}/' schach.yaml
run 1 diff chess schach.yaml --games 5 --depth 0 --fen '4k3/8/8/8/8/2S5/8/4K3 w - - 0 1' &&
    has out 'only schach: ' 'chess: no rule moves the knight from'
verdict $? 'a piece with another letter and more moves, from a FEN of the second game' "$(cat out err)"
run 1 diff chess schach.yaml --games 5 --depth 0 --json && json && has out '"matched":["queen q = queen d","rook r = rook t","knight n = knight s"]'
verdict $? 'the same as JSON' "$(cat out err)"
run 1 diff chess makruk --games 5 --depth 0 && has out 'bishop b = khon s' 'only chess: ' 'makruk: no rule moves the khon'
verdict $? 'pieces are matched by the cells where they begin' "$(cat out err)"
printf 'name: Less\nextends: chess\npieces: {lady: {letter: y, moves: K}}\nstart: rnbykbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBYKBNR w KQkq - 0 1\n' >less.yaml
run 1 diff chess less.yaml --games 5 --depth 0 && has out 'positions: '
verdict $? 'a piece that only one game has' "$(cat out err)"

pieces() { # pieces on the board of the first position that diff shows
    sed -n 's/^position 1: \([^ ]*\) .*/\1/p' out | tr -cd 'A-Za-z' | wc -c | tr -d ' '
}

# ---- diff ----

run 0 diff chess chess --games 2 && has out 'rules: no difference' 'no difference found' && lacks out 'first difference' &&
    [ "$(awk '/^[0-9]+\t/ && $2 != $3' out | wc -l)" -eq 0 ]
verdict $? 'diff: a game does not differ from itself'

cat >no-castling.yaml <<'END'
name: No castling
extends: chess
castling: none
start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
END
run 1 diff chess ./no-castling.yaml --depth 2 --games 20 --fen 'r3k2r/pppqpppp/8/8/8/8/PPPQPPPP/R3K2R w KQkq - 0 1' &&
    has out 'only chess: e1' 'leaves from the start' && [ "$(pieces)" -le 4 ] && lacks out 'both allow a' &&
    lacks out 'first difference'
verdict $? 'diff: castling is all that differs, and a few pieces show it'

printf 'name: Short\nextends: chess\npieces:\n  pawn: {moves: fmWfcF}\n' >short.yaml
run 1 diff chess ./short.yaml --depth 3 --games 1 &&
    has out 'only chess: ' 'short: no rule moves the pawn from ' 'short.yaml:4' 'found in the start position' &&
    grep -q '^1	20	12	first difference$' out && [ "$(pieces)" -le 3 ]
verdict $? 'diff: pawns that step once, with the line that forbids, and the first depth that differs'

run 1 diff ./short.yaml chess --depth 1 --games 1 && has out 'only chess: ' && grep -q '^1	12	20	' out
verdict $? 'diff: the other way round'

cat >tiny.yaml <<'END'
name: Tiny
board: {size: 4x4}
pieces:
  king: {letter: k, moves: K, royal: true}
  guard: {letter: g, moves: W}
  pawn: {letter: p, moves: [fmW, fcF]}
start: gk2/pp2/2PP/2KG w - - 0 1
end:
  checkmate: {when: checkmate, result: loss}
  stalemate: {when: stalemate, result: draw}
END
printf 'name: Stuck\nextends: tiny\nend:\n  stalemate: {when: stalemate, result: loss}\n' >stuck.yaml
run 1 diff ./tiny.yaml ./stuck.yaml --depth 0 && has out 'tiny: draw: stalemate' 'wins: stalemate' &&
    lacks out 'only tiny' && lacks out 'leaves from the start' && [ "$(pieces)" -le 4 ]
verdict $? 'diff: a result that differs'

run 1 diff chess circe --depth 1 --games 1 && has out 'both allow' '      chess: ' '      circe: ' && [ "$(pieces)" -le 4 ]
verdict $? 'diff: moves that lead elsewhere'

reversal() {
    run 1 diff "$@" --games 1 --depth 0 --fen '3q4/5k2/8/R7/4K3/8/8/8 b - - 0 1'
}
reversal circe --set no_immediate_reversal=yes && has out 'refused by hook no_reversal' 'only circe: '
verdict $? 'diff: a game with and without an option, and the words of its hook'

cp out first
reversal circe --set no_immediate_reversal=yes && cmp -s out first
verdict $? 'diff: the same seed finds the same'

reversal circe circe --set-first no_immediate_reversal=yes && has out 'circe no_immediate_reversal=yes: refused by hook' 'only circe: '
verdict $? 'diff: an option of the first game'

run 1 diff chess minishogi && has out 'one board has 64 cells, the other 25' && grep -q '^1	20	14	first difference$' out
verdict $? 'diff: boards of other cells are said to be that'

run 1 diff chess ./short.yaml --depth 2 --games 1 --json && json && has out '"by":"first"' '"leaves":[[20,12],' '"first_depth":1' '"why":"no rule'
verdict $? 'diff: JSON'

run 2 diff chess && has err 'a second GAME is missing'
verdict $? 'diff: one game alone'

run 3 diff chess nowhere && has err 'no game `nowhere`'
verdict $? 'diff: a game that is not there'

# ---- examples that fail ----

printf 'name: Mine\nextends: chess\n' >mine.yaml
cat >mine.test.yaml <<'END'
# Kept: the first remark.
examples: # and this one
- title: a wrong position
  moves: e2e4
  gives: rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1
- title: lists
  fen: r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
  legal: e1g1 a1b3
  illegal: e1c1
  only: e1g1
  counts: [26, 567]
END
run 1 test ./mine.yaml &&
    has err 'failed: a wrong position' 'mine.test.yaml:5:10: error: expected the position' \
        'e3 holds nothing, not P, e4 holds P, not nothing' 'fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b' \
        '4  . . . . P . . .' &&
    has err 'mine.test.yaml:8:15: error: expected legal: a1b3, but: illegal: no rule moves the rook from a1 to b3' \
        'expected illegal: e1c1, but: legal; rule: castling long' 'legal too: a1a2' 'a1a2 is legal; rule: rook' \
        'expected 567 leaves at depth 2, but: 568' "--fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --depth 2 --divide" &&
    has out './mine.yaml: 0 passed, 2 failed'
verdict $? 'test: failures say what, where and why, and show the position'

run 1 test ./mine.yaml --json && json && [ ! -s err ]
verdict $? 'test: failures as JSON alone'

# ---- --record ----

printf '# Kept: the first remark.\nexamples: # and this one\n- title: start\n  count: 20\n# and the last\n' >mine.test.yaml
run 0 test ./mine.yaml --record --moves e2e4 d7d5 && has out '  - title: what holds after d7d5' '    moves: e2e4 d7d5' \
    '    gives: rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' '    counts: [31, 866' &&
    [ "$(wc -l <mine.test.yaml)" -eq 5 ]
verdict $? 'record: printed, and nothing is written'
run 0 test ./mine.yaml --record --json --moves e2e4 d7d5 && jq -e '.text | startswith("  - title: what holds after d7d5")' out >/dev/null &&
    jq -e 'has("file") | not' out >/dev/null && [ "$(wc -l <mine.test.yaml)" -eq 5 ]
verdict $? 'record --json: the same as a member'

cp mine.test.yaml before
chmod 640 mine.test.yaml
run 0 test ./mine.yaml --record --write --title 'mate: "the fool'"'"'s"' --moves f2f3 e7e5 g2g4 d8h4 &&
    head -n 5 mine.test.yaml >start && cmp -s start before &&
    has mine.test.yaml '- title: "mate: \"the fool' '  count: 0' '  status: "black wins: checkmate"' '  check: true' &&
    [ "$(ls -l mine.test.yaml | cut -c 1-10)" = '-rw-r-----' ] && [ "$(find . -name '*mine.test*' | grep -c .)" -eq 1 ] &&
    run 0 test ./mine.yaml && has out '2 passed, 0 failed'
verdict $? 'record --write: added at the end, remarks and mode kept, and it holds'

cp mine.test.yaml before
run 1 test ./mine.yaml --record --write --moves f2f3 e7e5 g2g4 d8h4 && has err 'mine.test.yaml:6:3: error' 'an example of the same position is already here' &&
    cmp -s mine.test.yaml before
verdict $? 'record --write: the same position is refused, with its place'

run 0 test ./mine.yaml --record --write --moves f2f3 e7e5 g2g4 --fen 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' &&
    run 0 test ./mine.yaml && has out '3 passed'
verdict $? 'record --write: another way to the position is not'

cp mine.yaml fresh.yaml
run 0 test ./fresh.yaml --record --write --moves d2d4 && [ "$(head -n 1 fresh.test.yaml)" = 'examples:' ] && run 0 test ./fresh.yaml && has out '1 passed'
verdict $? 'record --write: begins the file'

printf 'examples: [] # none yet\n' >fresh.test.yaml
run 0 test ./fresh.yaml --record --write --moves d2d4 && has fresh.test.yaml '# none yet' && run 0 test ./fresh.yaml && has out '1 passed'
verdict $? 'record --write: into an empty list'

printf 'examples: [{count: 20}]\n' >fresh.test.yaml
run 1 test ./fresh.yaml --record --write --moves d2d4 && has err 'fresh.test.yaml:1:11: error: the example was not added' &&
    [ "$(cat fresh.test.yaml)" = 'examples: [{count: 20}]' ]
verdict $? 'record --write: a list in brackets is left alone'

mkdir away && printf '# far away\nexamples:\n    - count: 20\n' >away/real.yaml && rm fresh.test.yaml && ln -s away/real.yaml fresh.test.yaml
run 0 test ./fresh.yaml --record --write --moves d2d4 && [ -L fresh.test.yaml ] && has away/real.yaml '# far away' '    - title: ' && run 0 test ./fresh.yaml
verdict $? 'record --write: a link stays one; deeper lists keep their indent'

rm -f fresh.test.yaml
recorders=
for move in a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3; do
    "$FERZ" test ./fresh.yaml --record --write --moves "$move" >/dev/null 2>&1 &
    recorders="$recorders $!"
done
all=0
for one in $recorders; do wait "$one" || all=1; done
[ "$all" -eq 0 ] && [ "$(grep -c '^    moves:' fresh.test.yaml)" -eq 8 ] && run 0 test ./fresh.yaml && has out '8 passed'
verdict $? 'record --write: eight at once, and none is lost'

run 0 test circe --record --set no_immediate_reversal=yes --fen '3q4/5k2/8/R7/4K3/8/8/8 b - - 0 1' && has out '    set: {no_immediate_reversal: "yes"}' '    fen: 3q4/5k2/'
verdict $? 'record: options are written'

run 0 test ludo --record --moves roll 6 && has out '    moves: roll 6' 'roll=6"' '    only: Y-0'
verdict $? 'record: dice'

for words in '--fen x' '--write' '--title x' '--limit 3' '--set a'; do
    # shellcheck disable=SC2086 # two words
    run 2 test ./mine.yaml $words && has err needs
    verdict $? "test: $words alone means nothing"
done
run 2 test --record && run 2 test chess circe --mutate && run 2 test chess --record --mutate
verdict $? 'test: --record and --mutate take one game, one at a time'

# ---- --mutate ----

printf 'examples:\n  - title: first moves\n    count: 9\n' >tiny.test.yaml
"$FERZ" moves tiny.yaml >out 2>err
count=$(wc -l <out | tr -d ' ')
printf 'examples:\n  - title: first moves\n    count: %s\n' "$count" >tiny.test.yaml
run 1 test ./tiny.yaml --mutate && has out 'tiny.yaml:10:' '`result`: `draw` became `loss`' 'visible here: --fen' \
    'draw: stalemate, with the change: ' && grep -Eq '^[0-9]+ changes: [1-9][0-9]* noticed, [1-9][0-9]* not noticed' out
verdict $? 'mutate: what one example does not notice, and where it would show'

unnoticed() {
    sed -n 's/^[0-9]* changes: [0-9]* noticed, \([0-9]*\) not noticed.*/\1/p' out
}
before=$(unnoticed)
# The position that it showed for the result of a stalemate, as an example: that change is noticed from now on.
fen=$(sed -n '/`result`: `draw` became `loss`/{n;s/.*--fen .\(.*\).$/\1/p;}' out)
run 0 test ./tiny.yaml --record --write --fen "$fen" && has out 'stalemate' && run 1 test ./tiny.yaml --mutate &&
    lacks out '`draw` became `loss`' && [ "$(unnoticed)" -lt "$before" ]
verdict $? 'mutate: the position that it shows, recorded, closes the gap'

run 1 test ./tiny.yaml --mutate --all && has out 'refused: `board` was left out' 'noticed: `moves: K`' '(first moves)' 'not noticed: `start`' &&
    [ "$(grep -c '^\./tiny.yaml:' out)" -eq "$(sed -n 's/^\([0-9]*\) changes:.*/\1/p' out)" ]
verdict $? 'mutate --all: every change is told once'

timeout 300 "$FERZ" test ./tiny.yaml --mutate --all --limit 7 --seed 3 >first 2>err
timeout 300 "$FERZ" test ./tiny.yaml --mutate --all --limit 7 --seed 3 >out 2>err
grep -q '^7 changes of [0-9]*: ' out && cmp -s first out
verdict $? 'mutate --limit: as many, the same for the same seed'

run 1 test ./tiny.yaml --mutate --json --limit 12 && json && has out '"outcome":"'
verdict $? 'mutate: JSON'

cat >scripted.yaml <<'END'
name: Scripted
extends: chess
script: scripted.lua
hooks: {quiet: {at: legal, captures: true, pieces: [pawn]}}
END
cat >scripted.lua <<'END'
-- pawns take in the middle alone: 3 == 3 in a remark means nothing
function quiet(move)
    local rank_now = rank(move.to) --[[ nor does 7 < 8 here ]]
    return rank_now > 3 and rank_now < 6 or "not == there"
end
END
printf 'examples:\n  - fen: 4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1\n    illegal: e2d3\n' >scripted.test.yaml
run 1 test ./scripted.yaml --mutate --all && has out './scripted.lua:4:38: not noticed: `<` became `<=`' \
    './scripted.lua:4:21: noticed: `>` became `>=`' &&
    lacks out 'scripted.lua:1:' && lacks out 'scripted.lua:3:' && lacks out 'not ~= there'
verdict $? 'mutate: scripts, but not their remarks and texts'

printf 'examples:\n  - count: 21\n' >tiny.test.yaml
run 1 test ./tiny.yaml --mutate && has err 'expected 21 legal moves'
verdict $? 'mutate: examples that fail as things are'

printf 'name: Bare\nextends: chess\n' >bare.yaml
run 1 test ./bare.yaml --mutate && has err 'no examples that could notice'
verdict $? 'mutate: no examples'

# ---- watch ----

wait_for() { # TEXT: until the log has it, ten seconds at most
    tries=0
    until grep -qF -- "$1" log; do
        tries=$((tries + 1))
        [ "$tries" -lt 100 ] || { cp log out; echo "waited in vain for: $1" >err; return 1; }
        sleep 0.1
    done
}

begin_watch() { # WORDS...
    : >log
    "$FERZ" watch "$@" >>log 2>&1 &
    watcher=$!
}

end_watch() { # SIGNAL; the status is in $?
    kill -s "$1" "$watcher" 2>/dev/null
    tries=0
    while kill -0 "$watcher" 2>/dev/null && [ "$tries" -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
    done
    kill -s KILL "$watcher" 2>/dev/null
    wait "$watcher"
    ended=$?
    watcher=
    return $ended
}

printf 'name: Parent\nextends: chess\n' >parent.yaml
printf 'name: Seen\nextends: parent\n' >seen.yaml
rm -f seen.test.yaml
begin_watch ./seen.yaml --moves e2e4 e7e5
wait_for 'examples: 0 passed, 0 failed' && has log 'watching ./seen.yaml, ./parent.yaml' \
    'fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w' 'legal moves: 29'
verdict $? 'watch: begins with the position, though its output is a file'

printf 'name: Seen\nextends: parent\npieces:\n  knight: {moves: NN}\n' >seen.yaml
wait_for 'legal moves: 33' && has log 'saved: ./seen.yaml' 'legal now: b1d5: ' 'rules: ' './seen.yaml:4' \
    'no longer legal: e1e2: your king on e2 would stand in check from the knight on b8'
verdict $? 'watch: what became legal and what no longer is, and why'

: >log
printf 'name: Seen\nextends: parent\npieces:\n  knight: {movs: N}\n' >other && mv other seen.yaml
wait_for 'the old rules stay in use' && has log 'seen.yaml:4:12: error: unknown key' 'did you mean `moves`?'
verdict $? 'watch: saved by renaming, and wrong: the old rules stay'

: >log
printf 'name: Seen\nextends: parent\n' >other && mv other seen.yaml
wait_for 'examples: ' && has log 'no longer legal: b1d5: ' 'legal now: e1e2: ' 'legal moves: 29'
verdict $? 'watch: right again'

: >log
printf 'examples:\n  - title: too many\n    count: 21\n' >seen.test.yaml
wait_for 'examples: 0 passed, 1 failed' && has log 'saved: ./seen.test.yaml' 'example failed: too many' 'expected 21 legal moves' && lacks log 'rules: '
verdict $? 'watch: examples that were not there before'

: >log
printf 'name: Parent\nextends: chess\npieces:\n  pawn: {moves: fmWfcF}\n' >parent.yaml
wait_for 'examples: ' && has log 'saved: ./parent.yaml' 'position: the move `e2e4` is illegal' 'kept, without' 'no longer legal: a2a4: '
verdict $? 'watch: a parent changes, and the moves are no longer possible: the position stays'

: >log
cat >seen.lua <<'END'
function no_knights(move) return "knights rest" end
END
printf 'name: Seen\nextends: parent\nscript: seen.lua\nhooks: {no_knights: {at: legal, pieces: [knight]}}\n' >seen.yaml
wait_for 'examples: ' && has log 'no longer legal: b1a3: ' 'knights rest'
verdict $? 'watch: a script comes in'

: >log
printf 'function no_knights(move) return rank(move.to) == 3 or "knights rest" end\n' >seen.lua
wait_for 'examples: ' && has log 'saved: ./seen.lua' 'legal now: b1a3: '
verdict $? 'watch: the script is saved'

: >log
rm seen.yaml
wait_for 'the old rules stay in use' && printf 'name: Seen\nextends: chess\n' >seen.yaml && wait_for 'legal now: a2a4: '
verdict $? 'watch: the file goes and comes back'

end_watch INT
verdict $? 'watch: an interrupt ends it well'

printf 'nme: Seen\nextends: chess\n' >seen.yaml
begin_watch ./seen.yaml
wait_for 'waiting for rules that load' && printf 'name: Seen\nextends: chess\n' >seen.yaml && wait_for 'legal moves: 20'
verdict $? 'watch: begins with rules that do not load, and waits'
end_watch INT || true

# A file that the rules want, and that was never there: a script, a drawing, a parent.
for wanted in "script: come.lua" "pieces: {knight: {figure: come.svg}}" "extends: come"; do
    rm -f come.lua come.svg come.yaml
    case $wanted in
    extends*) printf 'name: Seen\n%s\n' "$wanted" >seen.yaml ;;
    *) printf 'name: Seen\nextends: chess\n%s\n' "$wanted" >seen.yaml ;;
    esac
    begin_watch ./seen.yaml
    wait_for 'waiting for rules that load'
    case $wanted in
    script*) printf -- '--- Nothing.\nfunction nothing() end\n' >come.lua ;;
    pieces*) printf '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45"><path d="M10 10 L30 10 L30 30 Z"/></svg>\n' >come.svg ;;
    *) printf 'name: Parent\nextends: chess\n' >come.yaml ;;
    esac
    wait_for 'legal moves: 20' && has log 'saved: ./come.'
    verdict $? "watch: a file comes that was not there: $wanted"
    end_watch INT || true
done
printf 'name: Seen\nextends: chess\n' >seen.yaml
rm -f come.lua come.svg come.yaml

mkfifo pipe
: >log
(timeout 60 "$FERZ" watch ./seen.yaml >pipe 2>/dev/null; echo "ended" >>log) &
head -n 1 pipe >/dev/null
wait_for ended
verdict $? 'watch: ends when nobody reads any more'

run 3 watch nowhere && run 1 watch ./seen.yaml --moves e2e5
verdict $? 'watch: no such game, no such move'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
