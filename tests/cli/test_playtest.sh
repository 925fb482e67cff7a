#!/bin/sh
# `ferz playtest`: the same games give the same report, on one machine or on many; what is cut off, foreign, missing or damaged is told.
# usage: test_playtest.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

game=tic-tac-toe
few="--games 12 --nodes 64 --seed 3"

# playtest WORDS...: into out and err; $status.
playtest() {
    "$FERZ" playtest "$@" >out 2>err </dev/null
    status=$?
}

# same NAME FILE FILE
same() {
    cmp -s "$2" "$3"
    verdict $? "$1" "$(diff "$2" "$3" | head -n 5)"
}

# has NAME FILE WORDS: the file has them
has() {
    grep -qF -e "$3" "$2"
    verdict $? "$1" "not there: $3; $(head -c 600 "$2")"
}

# refused NAME STATUS WORDS ARGUMENTS...
refused() {
    name=$1 wanted=$2 words=$3
    shift 3
    playtest "$@"
    [ "$status" = "$wanted" ] && grep -qF -e "$words" err
    verdict $? "$name" "status $status: $(cat err)"
}

# ---- one report, however it is played ----

# shellcheck disable=SC2086
{
    playtest $game $few --concurrency 1
    cp out one
    has "a report" one "Who wins"
    has "it says how sure it is" one "Holm"
    has "it warns of few games" one "Only 12 games"
    playtest $game $few --concurrency 3
    same "as many threads as one likes" one out
    playtest $game $few --json
    cp out json
    for k in 1 2 3; do
        playtest $game $few --shard $k/3 --output part-$k
    done
    playtest $game $few --merge part-3 part-1 part-2
    same "three shards are one report" one out
    for k in 1 2 3 4 5; do
        playtest $game $few --shard $k/5 --output fifth-$k
    done
    playtest $game $few --json --merge fifth-1 fifth-5 fifth-3 fifth-4 fifth-2
    same "and so are five, as JSON" json out
    playtest $game $few --merge part-3 part-1 part-2 fifth-1 part-3
    same "games that come twice count once" one out

    # ---- a plug is pulled ----

    whole=$(wc -c <part-1)
    torn=0
    for bytes in 0 1 40 200 $((whole / 3)) $((whole / 2)) $((whole - 100)) $((whole - 1)); do
        head -c "$bytes" part-1 >part-torn
        playtest $game $few --shard 1/3 --output part-torn
        playtest $game $few --merge part-torn part-2 part-3
        cmp -s one out || torn=$((torn + 1))
    done
    [ $torn = 0 ]
    verdict $? "a shard that was cut off anywhere goes on, and loses nothing"
    before=$(wc -c <part-2)
    playtest $game $few --shard 2/3 --output part-2
    [ "$(wc -c <part-2)" = "$before" ]
    verdict $? "a shard that is there plays nothing more"

    ($FERZ playtest $game --games 4000 --nodes 2000 --seed 3 --shard 1/2 --output part-stopped 2>err & pid=$!
        while kill -0 $pid && [ "$(cat part-stopped 2>/dev/null | wc -l)" -le 1 ]; do sleep 0.2; done
        kill -INT $pid; wait $pid)
    [ $? = 1 ] && [ "$(wc -l <part-stopped)" -gt 1 ]
    verdict $? "a part that was stopped is not done" "$(cat err)"

    # ---- what does not fit ----

    playtest $game $few --merge part-1 part-3
    has "missing games are named" err "28 of 84 games are missing"
    has "by their shard" err "not all games of --shard 2/3 are there"
    refused "a file that is not there is named" 3 "no-such-part" $game $few --merge part-1 no-such-part
    refused "other options" 1 "\`seed=3\` instead of \`seed=4\`" $game --games 12 --nodes 64 --seed 4 --merge part-1
    refused "another game" 1 "another run" chess $few --merge part-1
    sed '3s/[0-9] 0 /7 0 /' part-1 >part-damaged
    refused "a damaged line" 1 "line 3 is damaged" $game $few --merge part-damaged
    refused "no shard" 2 "takes K/N" $game $few --shard 4/3 --output part
    refused "a shard without a file" 2 "--output" $game $few --shard 1/3
    refused "files without --merge" 2 "--merge" $game $few part-1

    # ---- forms ----

    playtest $game $few --output report.html
    has "a page" report.html "<svg class=\"scores\""
    has "with games to be played through" report.html "data-frames"
    ! grep -qE 'src=|href=|url\(|@import|fetch\(' report.html
    verdict $? "it fetches nothing"
    refused "a file that exists" 1 "report.html" $game $few --output report.html
    playtest $game $few --lang ru
    has "in Russian" out "Кто побеждает"
    ! grep -E ' (the|of|is|are|was|were|by) ' out >left
    verdict $? "all of it" "$(head -n 3 left)"

    # ---- a game by its number ----

    number=$(sed -n 's/^Game \([0-9]*\), the longest:.*/\1/p' one)
    line=$(grep -A1 "^Game $number," one | tail -n 1)
    playtest $game $few --game "$number"
    [ "$(head -n 1 out)" = "$line" ] && "$FERZ" show $game --moves "$line" >/dev/null
    verdict $? "game $number is played again" "$(cat out)"
    refused "a game that is none" 1 "numbered 0 to 83" $game $few --game 84
}

# ---- published numbers ----

# Random tic-tac-toe: 58.49 %, 28.81 % and 12.70 % exactly. The first side's score is 64.84 %.
playtest $game --games 2000 --nodes 1 --seed 1 --json
python3 - <<'PY' 2>err
import json
r = json.load(open("out"))["strengths"][0]
assert r["games"] == 2000
score = r["sides"][0]["score"]
assert score["low"] <= 0.6484 <= score["high"] and score["high"] - score["low"] < 0.05, score
assert abs(r["draws"]["value"] - 0.1270) < 0.025, r["draws"]
assert r["sides"][0]["against_fair"]["p"] < 0.001
PY
verdict $? "random tic-tac-toe is as it must be" "$(cat err)"

# A draw is claimed of a position that has come three times, not by announcing a move that would make it so: random chess would end by
# repetition six times as often.
cat >rook.yaml <<'YAML'
name: Rook
extends: chess
start: 8/8/8/3k4/8/3K4/8/7R w - - 0 1
YAML
claimed=0
for number in 24 25 30 31 36 37; do
    playtest ./rook.yaml --nodes 1 --seed 1 --game $number
    if grep -q "draw: repetition" out; then
        "$FERZ" why ./rook.yaml --status --moves "$(head -n 1 out)" >said
        grep -q "repetition: can be claimed" said && claimed=$((claimed + 1)) || claimed=-9
    fi
done
[ "$claimed" -gt 0 ]
verdict $? "claims of repetition hold where they are made" "$claimed"

# ---- two games, and questions ----

playtest $game --against $game --games 8 --nodes 16 --seed 1
has "two games are compared" out "0 of 10 differences are sure"
playtest $game --until --nodes 16 --seed 1 --games 4000 --json
python3 - <<'PY' 2>err
import json
r = json.load(open("out"))
assert r["games"] < 28000 and r["games"] % 14 == 0, r["games"]
PY
verdict $? "--until stops early" "$(cat err)"
refused "sides that do not match" 1 "as many sides" three-player-triptych --against chess --games 1

# ---- all kinds of games ----

for kind in dice-chess kriegspiel three-player-triptych enochian crazyhouse snakes-and-ladders; do
    playtest $kind --games 1 --nodes 16 --max-plies 8 --seed 1 --concurrency 1
    [ $status = 0 ] && grep -q "Who wins" out
    verdict $? "$kind" "$(cat err)"
done
playtest three-player-triptych --games 3 --nodes 16 --max-plies 8 --seed 1
has "three sides share a point" out "33.3%"
has "and their leads are not measured" out "between two sides only"

# ---- what is never used ----

cat >lame.yaml <<'YAML'
name: Lame
extends: chess
pieces:
  knight:
    letter: n
    moves:
      - N
      - {move: C, from: a8, to: b5} # where no knight of white comes in ten moves
YAML
playtest ./lame.yaml --games 2 --nodes 16 --max-plies 20 --seed 1
grep -q 'Never used, by anybody: .*lame.yaml:[0-9]' out
verdict $? "a rule that nobody uses is told with its line" "$(cat err) $(grep Never out)"

# ---- Ctrl-C ----

"$FERZ" playtest chess --nodes 3000 --games 2000 --seed 1 >out 2>err </dev/null &
pid=$!
tries=0
sleep 3
kill -INT $pid
while kill -0 $pid 2>/dev/null && [ $tries -lt 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
done
wait $pid
status=$?
[ $status = 0 ] && grep -q "Who wins" out && grep -q "games were played" err
verdict $? "Ctrl-C prints the report of what was played" "status $status $(cat err)"

# ---- games to learn from ----

playtest gardner-minichess --games 6 --nodes 64 --seed 1 --shard 1/2 --output learn-1
playtest gardner-minichess --games 6 --nodes 64 --seed 1 --shard 2/2 --output learn-2
# tune NAME STATUS GLOB FILES...: what it says of its games
tune() {
    name=$1 wanted=$2 words=$3
    shift 3
    "$FERZ" tune gardner-minichess "$@" --nodes 20 --output learned.yaml --force >out 2>err
    status=$?
    # shellcheck disable=SC2254
    case "$status $(cat out err)" in $wanted\ $words) true ;; *) false ;; esac
    verdict $? "$name" "status $status: $(cat out err)"
}
# of seven kinds of games, the random ones and those against random players teach nothing: five times six are left
tune "tune learns from shards" "[05]" "games 30 positions *" learn-1 learn-2
tune "from each game once" "[05]" "games 30 positions *" learn-1 learn-2 learn-1
tune "and from games of its own" "[05]" "games 34 positions *" learn-1 learn-2 --games 4
sed 's/version=[^ ]*/version=0.0.1/' learn-1 >learn-old
tune "files of another version teach, too" "[05]" "games 20 positions *" learn-old
tune "files of other rules do not" 1 "*another run*rules=*" part-1
tune "nor what is none" 1 "*no file of*" "$root/README.md"
tune "nor what is not there" 3 "*no-such-part*" no-such-part

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
