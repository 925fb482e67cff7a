#!/bin/sh
# Every command of guides/strong-by-the-morning.md, with few games; what `tune` writes and when it writes nothing; a run that is
# interrupted goes on.
# usage: test_tune.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

guide=$root/guides/strong-by-the-morning.md
# The two games of the guide, and its commands, each on a line.
awk '/^```yaml / {file = $2; next} /^```$/ {file = ""; next} file {print > file}' "$guide"
awk '/^```sh$/ {on = 1; next} /^```$/ {on = 0} on' "$guide" >commands
[ "$(grep -c '^ferz' commands)" -ge 9 ] && [ -s wings.yaml ] && [ -s longer.yaml ]
verdict $? "the guide has its games and commands"

small() { # COMMAND: the same with few games, few nodes, one thread
    case $1 in *--levels) echo "$1 --games 2 --threads 1" && return ;; esac
    echo "$1" | sed -e 's/--seconds [0-9]*/--games 12/; s/--games [0-9]*/--games 12/; s/--nodes [0-9]*/--nodes 20/; s/^ferz tune.*/& --threads 1/' \
        -e '/--nodes/!s/^ferz tune.*/& --nodes 20/'
}
while IFS= read -r line; do
    case $line in *--nearest*)
        [ -f wings.network ] || printf 'ferz network 1\n' >wings.network # it is asked for, and refused
        ;;
    esac
    command=$(small "$line")
    eval "$(echo "$command" | sed 's/^ferz/"$FERZ"/')" >out 2>err
    status=$?
    case $line in
    *--nearest*)
        [ "$status" -eq 1 ] && grep -q 'is damaged' err
        ;;
    *--levels*)
        [ "$status" -eq 0 ] && grep -qx 'written wings.tuning.yaml' out && grep -qE '^step [1-9]' out &&
            [ "$(sed -n '/^levels:/,$p' wings.tuning.yaml | wc -l)" -eq 11 ] && "$FERZ" check wings.yaml
        ;;
    *--weights*)
        { [ "$status" -eq 5 ] && grep -q 'not written' err || { [ "$status" -eq 0 ] && grep -qx 'written wings.tuning.yaml' out; }; } &&
            grep -q '^loss before' out
        ;;
    *tune*)
        { [ "$status" -eq 5 ] && grep -q 'not written' err || { [ "$status" -eq 0 ] && grep -q '^written' out; }; } &&
            grep -q '^games [1-9][0-9]* positions [1-9]' out && grep -q '^generation 1, training' err
        ;;
    *)
        [ "$status" -eq 0 ]
        ;;
    esac
    verdict $? "$command" "status $status: $(cat out err | head -n 5)"
done <commands
rm -f wings.network

# A game whose formulas were spoiled: its network wins, is written and used, and a game that extends it begins with it.
printf 'name: Spoiled\nextends: gardner-minichess\n' >spoiled.yaml
printf 'rules: "0"\nweights: {tempo: [1, 2]}\n' >spoiled.tuning.yaml
rules=$("$FERZ" check spoiled.yaml 2>&1 | grep -o '[0-9a-f]\{16\}' | head -n 1)
cat >spoiled.tuning.yaml <<YAML
rules: "$rules"
weights:
  piece_value: {queen: [-400, -400], rook: [-200, -200], bishop: [-200, -200], knight: [-200, -200], pawn: [-100, -100]}
YAML
"$FERZ" tune spoiled.yaml --games 500 --nodes 25 --seed 1 --threads 1 >out 2>err
[ $? -eq 0 ] && grep -q '^written spoiled.network$' out && grep -q 'match at equal time' err &&
    grep -q '^gain: .* in equal time' spoiled.network && [ ! -e spoiled.network.state ]
verdict $? "a network that wins is written"
"$FERZ" check spoiled.yaml >out 2>err && [ ! -s out ] && [ ! -s err ]
verdict $? "and fits"
with=$("$FERZ" best spoiled.yaml --depth 3 2>/dev/null)
without=$("$FERZ" best spoiled.yaml --depth 3 --no-network 2>/dev/null)
[ -n "$with" ] && [ -n "$without" ] && [ "$with" != "$without" ]
verdict $? "and is used" "$with"
# Weights are found beside the network, which is written again for them.
for file in yaml tuning.yaml network; do cp "spoiled.$file" "both.$file"; done
"$FERZ" tune both.yaml --weights --games 300 --nodes 25 --seed 1 --threads 1 >out 2>err
[ $? -eq 0 ] && grep -qx 'written both.tuning.yaml' out && grep -qx 'written both.network' out && ! cmp -s spoiled.network both.network &&
    "$FERZ" check both.yaml >out 2>err && [ ! -s out ] && [ ! -s err ]
verdict $? "a network goes with new weights" "$(cat out err)"
touch new.network
"$FERZ" tune spoiled.yaml --weights --games 300 --nodes 25 --seed 1 --threads 1 --output new.tuning.yaml >out 2>err
[ $? -eq 1 ] && grep -q 'new.network' err && [ ! -e new.tuning.yaml ] && [ ! -s new.network ]
verdict $? "no file is lost by that" "$(cat out err)"
"$FERZ" tune spoiled.yaml --weights --games 300 --nodes 25 --seed 1 --threads 1 --output new.tuning.yaml --force >out 2>err
[ $? -eq 0 ] && cmp -s new.network both.network && grep -q "^weights:" new.tuning.yaml
verdict $? "beside the file that is named" "$(cat out err)"
mkdir folder.network
"$FERZ" tune spoiled.yaml --weights --games 300 --nodes 25 --seed 1 --threads 1 --output folder.tuning.yaml --force >out 2>err
[ $? -eq 3 ] && [ ! -e folder.tuning.yaml ] && grep -q '^elo' out && ! grep -q '^written' out
verdict $? "no weights are written without their network" "$(cat out err)"
for words in "both.yaml --weights --no-network" "both.yaml --weights --no-tuning" "both.yaml --weights --output both.network --force" \
    "dice-chess --nearest --output dice.tuning.yaml" "dice-chess --generations 2 --output dice.tuning.yaml"; do
    # shellcheck disable=SC2086 # words
    "$FERZ" tune $words --games 4 --nodes 20 --threads 1 >out 2>err
    [ $? -eq 2 ] && grep -q '^ferz' err && [ ! -e dice.tuning.yaml ]
    verdict $? "nothing is lost by a slip: $words" "$(cat out err)"
done
"$FERZ" check both.yaml >out 2>err && [ ! -s out ] && [ ! -s err ]
verdict $? "and the pair still fits"
"$FERZ" tune spoiled.yaml --weights --seconds 600 --nodes 300 --threads 1 --output stopped.tuning.yaml >out 2>err &
pid=$!
sleep 2
kill -INT "$pid"
wait "$pid"
[ $? -eq 5 ] && grep -q 'it was stopped' err && ! grep -q 'help: more games' err && [ ! -e stopped.tuning.yaml ]
verdict $? "a stop is called a stop" "$(cat out err)"
printf 'name: Child\nextends: spoiled\npieces:\n  knight: {moves: NFD}\n' >child.yaml
"$FERZ" tune child.yaml --games 12 --nodes 20 --threads 1 --nearest >out 2>err
status=$?
{ [ "$status" -eq 5 ] || [ "$status" -eq 0 ]; } && grep -q '^games 12 ' out
verdict $? "and lends what it knows" "status $status: $(cat out err)"
cp spoiled.network child.network
"$FERZ" check child.yaml >out 2>err
[ $? -eq 0 ] && grep -q 'for other rules' err && grep -q -e --nearest err
verdict $? "but is not used for other rules"
for command in "best child.yaml --nodes 20" "playtest child.yaml --games 1"; do
    "$FERZ" $command >out 2>err
    status=$?
    "$FERZ" $command --no-network >out 2>plain
    [ "$status" -eq 0 ] && grep -q '^child.network:2:1: warning.*W1206' err && ! grep -q W1206 plain
    verdict $? "who wants the engine is told: $command" "$(cat err)"
done
"$FERZ" moves child.yaml >out 2>err && [ ! -s err ]
verdict $? "and nobody else"

# Interrupted, or ended with the session or the machine, it keeps what it has; the same command goes on, and another seed does not.
for signal in INT TERM HUP; do
    "$FERZ" tune wings.yaml --seconds 600 --nodes 300 --threads 1 --seed 3 >out 2>err &
    pid=$!
    sleep 3
    kill -"$signal" "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq 5 ] && [ -s wings.network.state ] && grep -q 'goes on from' err && grep -q '^games' out
    verdict $? "an interrupted run keeps its state: $signal" "status $status: $(cat out err)"
    before=$(sed -n 's/^games \([0-9]*\) .*/\1/p' out)
    "$FERZ" tune wings.yaml --games "$((before + 2))" --nodes 300 --threads 1 --seed 3 >out 2>err
    status=$?
    { [ "$status" -eq 5 ] || [ "$status" -eq 0 ]; } && grep -q "^games $((before + 2)) " out && [ ! -e wings.network.state ]
    verdict $? "the same command goes on: $signal" "status $status: before $before; $(cat out err)"
    rm -f wings.network
done
# nohup lets it go on.
nohup "$FERZ" tune wings.yaml --seconds 6 --nodes 50 --threads 1 --generations 1 --output nohup.network >out 2>err &
pid=$!
sleep 2
kill -HUP "$pid"
wait "$pid"
status=$?
{ [ "$status" -eq 5 ] || [ "$status" -eq 0 ]; } && ! grep -q '^stopped' err && [ ! -e nohup.network.state ]
verdict $? "nohup lets it go on" "status $status: $(cat out err)"
# Its time goes on, too: none is left, and it may be a slip: the state stays.
"$FERZ" tune wings.yaml --seconds 600 --nodes 50 --threads 1 --seed 3 >out 2>err &
pid=$!
sleep 9
kill -TERM "$pid"
wait "$pid"
began=$(date +%s)
"$FERZ" tune wings.yaml --seconds 8 --nodes 50 --threads 1 --seed 3 >out 2>err
status=$?
took=$(($(date +%s) - began))
{ [ "$status" -eq 5 ] || [ "$status" -eq 0 ]; } && [ "$took" -le 5 ] && [ -s wings.network.state ]
verdict $? "what is left of the time is left" "status $status after $took seconds: $(cat out err)"
rm -f wings.network wings.network.state
# A network that won before the interruption is not lost by what comes after.
rm -f spoiled.network
"$FERZ" tune spoiled.yaml --games 500 --generations 50 --nodes 25 --seed 1 --threads 1 >out 2>err &
pid=$!
i=0
while [ ! -s spoiled.network ] && [ $((i += 1)) -le 600 ]; do sleep 0.1; done
kill -TERM "$pid"
wait "$pid"
first=$?
cp spoiled.network won.network
"$FERZ" tune spoiled.yaml --games 500 --generations 1 --nodes 25 --seed 1 --threads 1 >out 2>err
status=$?
[ "$first" -eq 0 ] && [ "$status" -eq 0 ] && [ -s spoiled.network ] && ! grep -q 'not written' err
verdict $? "what won before stays" "status $first, then $status: $(cat out err)"
printf 'ferzrun' >wings.network.state
"$FERZ" tune wings.yaml --games 4 --nodes 20 >out 2>err
[ $? -eq 1 ] && grep -q 'another seed' err && grep -q '^games' out
[ $? -ne 0 ] && [ -s wings.network.state ]
verdict $? "a state of another run is refused" "$(cat out err)"
rm -f wings.network.state

# What is learned of a game in a file of variants lies beside that file, wherever one stands.
mkdir files
printf '[quick:losalamos]\nstartFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n' >files/some.ini
"$FERZ" tune quick --rules files/some.ini --levels --games 2 --threads 1 >out 2>err
[ $? -eq 0 ] && grep -qx 'written files/quick.tuning.yaml' out && [ ! -e quick.tuning.yaml ]
verdict $? "a game in a file of variants" "$(cat out err)"
cp "$root/rules/los-alamos.network" files/quick.network
with=$("$FERZ" best quick --rules files/some.ini --depth 5 2>err)
! grep -q warning err && [ -n "$with" ] && [ "$with" != "$("$FERZ" best quick --rules files/some.ini --depth 5 --no-network 2>err)" ]
verdict $? "plays with what lies there" "$with $(cat err)"
printf '[fast:gardner]\nknight = n:NFD\n' >files/same.ini
printf 'levels: []\n' >fast.tuning.yaml
"$FERZ" tune fast --rules files/same.ini --levels --games 2 --threads 1 >out 2>err
[ $? -eq 0 ] && grep -qx 'written files/fast.tuning.yaml' out && [ "$(wc -l <fast.tuning.yaml)" -eq 1 ]
verdict $? "and not in another folder that has such a file" "$(cat out err)"

# Games that can have no network get weights.
"$FERZ" tune dice-chess --games 4 --nodes 10 --threads 1 --output dice.tuning.yaml >out 2>err
status=$?
{ [ "$status" -eq 5 ] || [ "$status" -eq 0 ]; } && grep -q '^loss before' out
verdict $? "dice chess gets weights" "status $status: $(cat out err)"
# Constants of the search, by games alone.
"$FERZ" tune wings.yaml --search --games 12 --nodes 20 --threads 1 >out 2>err
status=$?
{ [ "$status" -eq 5 ] || [ "$status" -eq 0 ]; } && grep -qx 'games 12' out && grep -q '^match ' out && ! grep -q loss out
verdict $? "constants of the search" "status $status: $(cat out err)"
for others in --weights --levels; do
    "$FERZ" tune wings.yaml --search $others --games 4 >out 2>err
    [ $? -eq 2 ]
    verdict $? "are not found with $others" "$(cat err)"
done
# What options bring has no place in the game's own files; weights are not lost; what tells nothing is not written.
"$FERZ" tune crazyhouse --set promoted=keep --games 4 >out 2>err
[ $? -eq 2 ] && grep -q -e --output err
verdict $? "options need a file" "$(cat err)"
for words in "--weights --nearest" "--weights --fresh" "--search --generations 2" "--levels --fresh" "--levels --nodes 20"; do
    # shellcheck disable=SC2086 # words
    "$FERZ" tune wings.yaml $words --games 2 >out 2>err
    [ $? -eq 2 ] && grep -q 'does not go with' err
    verdict $? "what is of no use is refused: $words" "$(cat out err)"
done
"$FERZ" tune wings.yaml --levels --no-tuning --games 2 >out 2>err
[ $? -eq 2 ]
verdict $? "levels stand beside the weights" "$(cat err)"
printf 'rules: "0"\nweights: {tempo: [1, 2]}\n' >child.tuning.yaml
"$FERZ" tune child.yaml --levels --games 2 >out 2>err
[ $? -eq 1 ] && grep -q 'would be lost' err
verdict $? "weights of other rules are not lost" "$(cat err)"
rm -f child.tuning.yaml
printf 'name: Forced\nextends: gardner-minichess\npieces:\n  king: {moves: K}\nstart: k4/5/5/5/4K w - - 0 1\n' >forced.yaml
"$FERZ" tune forced.yaml --levels --games 2 --threads 1 >out 2>err
[ $? -eq 5 ] && grep -q 'weaker players do as well' err && [ ! -e forced.tuning.yaml ]
verdict $? "levels that are alike are not written" "$(cat out err)"
"$FERZ" tune kriegspiel --games 4 >out 2>err
[ $? -eq 1 ] && grep -q 'hidden information' err
verdict $? "kriegspiel gets none" "$(cat err)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
