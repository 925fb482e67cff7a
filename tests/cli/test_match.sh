#!/bin/sh
# `ferz match`: engines that misbehave are named and outlived, the same seed gives the same games, results are kept.
# usage: test_match.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# shellcheck source=tests/cli/match_runs.sh
. "$here/match_runs.sh"

# A side's line of the table, the columns illegal crash time protocol.
counts() { # NAME "0 0 0 0"
    found=$(awk -v name="$1" '$1 == name && $2 ~ /^[0-9]+$/ { print $9, $10, $11, $12 }' out)
    [ "$found" = "$2" ]
    verdict $? "  counted as $2" "$found$nl$(cat out)"
}

# gone PIDFILE: nobody in it is left, nor what they started, 10 s after at most: on a busy machine a kill takes its time.
gone() {
    for _ in $(seq 100); do
        gone_now "$1" >still || { sleep 0.1; continue; }
        return 0
    done
    cat still
    return 1
}

gone_now() { # PIDFILE: who was killed and not yet fetched by init does not count
    left=$(ps -eo pgid=,stat=,pid= 2>/dev/null | awk 'FNR == NR { own[$1]; next } ($1 in own) && $2 !~ /^Z/' "$1" -)
    [ -z "$left" ] || { echo "still there: $left"; return 1; }
    while read -r pid; do
        if kill -0 "$pid" 2>/dev/null; then
            echo "still there: $pid"
            return 1
        fi
    done <"$1"
}

# ---- who misbehaves ----

# bad HOW GLOB COUNTS [PROTOCOL...]: an engine that does so loses, and it is said why.
bad() {
    how=$1 words=$2 wanted=$3
    shift 3
    for protocol in "${@:-uci xboard}"; do
        for one in $protocol; do
            rm -f pids
            variant=
            [ "$one" = uci ] || variant=variant=normal
            run chess --games 2 --concurrency 1 --plies 0 --seed 1 --movetime "$movetime" --margin 100 \
                --engine "name=it cmd=\"sh $here/fake_engine.sh $one $how pids\" proto=$one $variant" --engine 'name=we nodes=50'
            said "$one: $how" 1 '*it *0.0%*we *100.0%*' "*it - we 0-1 {it $words} * plies*we - it 1-0 {it $words}*"
            counts it "$wanted"
            counts we "0 0 0 0"
            gone pids >left
            verdict $? "  nothing of it is left" "$(cat left)"
        done
    done
}

# Time is short only for those who are late: all others, to the end of this file, are found out on a machine that is busy too.
movetime=150
bad hangs 'loses on time: no move after 0.25 s*' '0 0 2 0'
bad deaf 'loses on time: no move after 0.25 s*' '0 0 2 0'
bad late 'loses on time: no move after 0.25 s*' '0 0 2 0'
bad floods 'loses on time: no move after 0.25 s*' '0 0 2 0'
movetime=10000
bad illegal 'plays e2e5, which is not legal' '2 0 0 0'
bad crash 'ends: signal 11*' '0 2 0 0'
bad fails 'ends: exit status 3' '0 2 0 0'
bad garbage 'plays *x, which is not legal' '2 0 0 0'
bad endless 'sends an endless line' '0 0 0 2'
bad nothing 'sends no move ("bestmove (none)"), but there are legal moves' '0 0 0 2' uci
bad nothing 'plays , which is not legal' '2 0 0 0' xboard
bad balks 'rejects a legal move: "Error (unkown command): *"' '0 0 0 2' xboard
bad unfit 'rejects a legal position: "tellusererror Illegal position"' '0 0 0 2' xboard
bad refuses 'rejects a legal move: "Illegal move (no reason): g1f3"' '0 0 0 2' xboard

# Giving up is no fault; claiming a win is, and so is a lost game only when it is one's own.
run chess --games 2 --concurrency 1 --plies 0 --movetime $movetime --engine "name=it cmd=\"sh $here/fake_engine.sh uci resigns\"" \
    --engine 'name=we nodes=50'
said "resigning" 0 '*it *0.0%*' '*{it resigns} * plies*'
run chess --games 2 --concurrency 1 --plies 0 --movetime $movetime --engine 'name=we nodes=50' \
    --engine "name=it proto=xboard variant=normal cmd=\"sh $here/fake_engine.sh xboard claims\""
said "claiming" 1 '*it *0.0%*' '*we - it 1-0 {it resigns} 1 plies*it - we 0-1 {it sends "1-0 {I win}", but the game goes on}*'

# What ends a game by rules of its own is disputed: it is said in the line of the game, in the table, in the verdict and in PGN.
disputed() { # NAME STATUS GLOB_ERR HOW PROTOCOL GAME [WORDS]
    rm -f games.pgn
    run "$6" --games 2 --concurrency 1 --plies 0 --movetime $movetime --pgn games.pgn --engine 'name=we nodes=50' \
        --engine "name=it proto=$5 cmd=\"sh $here/fake_engine.sh $5 $4\" ${7-}"
    said "$1" "$2" '*disputed*2 games are disputed: it ended them where our rules go on*' "$3"
    [ "$(grep -c 'Termination "adjudication"' games.pgn)" = 2 ] && [ "$(tr '\n' ' ' <games.pgn | grep -o '; disputed: the program may play by other rules}' | wc -l)" = 2 ]
    verdict $? "  and in PGN" "$(cat games.pgn)"
}
disputed "no move" 1 '*but there are legal moves} 1 plies, disputed*' nothing uci chess
disputed "a legal move refused" 1 '*rejects a legal move*plies, disputed*' refuses xboard chess variant=normal
FAKE_OPTIONS='id name fake;option name UCI_Variant type combo default chess var chess var shatranj var makruk var xiangqi'
export FAKE_OPTIONS
: >no-moves
FAKE_MOVES=$PWD/no-moves
export FAKE_MOVES
disputed "no move, where rules are known to differ" 1 \
    'warning: it plays `shatranj` by other rules*--set kings=d --set stalemate=win --set bare_king=win*warning: it plays `shatranj` by rules that differ: a bare king*disputed*' \
    shuffles uci shatranj
run shatranj --games 2 --concurrency 1 --plies 0 --movetime $movetime --set kings=d --set stalemate=win --set bare_king=win \
    --engine 'name=we nodes=50' --engine "name=it cmd=\"sh $here/fake_engine.sh uci shuffles\""
said "with the settings of the others" 1 '*disputed*' 'warning: it plays `shatranj` by rules that differ: *'
! grep -q 'other rules' err
verdict $? "  they are not asked for" "$(cat err)"
run xiangqi --games 2 --concurrency 1 --plies 0 --movetime $movetime --engine 'name=we nodes=50' \
    --engine "name=it cmd=\"sh $here/fake_engine.sh uci shuffles\""
said "a difference that no setting takes away" 1 '*disputed*' 'warning: it plays `xiangqi` by rules that differ: a perpetual chase*'
run chess --games 2 --concurrency 1 --plies 0 --movetime $movetime --engine 'name=we nodes=50' \
    --engine "name=it cmd=\"sh $here/fake_engine.sh uci resigns\""
said "giving up where nothing differs" 0 '*' '*{it resigns}*'
! grep -q 'disputed\|warning' out err
verdict $? "  is not disputed" "$(cat out err)"
run chess --games 4 --concurrency 1 --plies 0 --movetime $movetime --json --engine 'name=we nodes=50' \
    --engine "name=it cmd=\"sh $here/fake_engine.sh uci nothing\""
grep -q '"disputed":4' out && grep -q '"without_disputed":{"games":0' out
verdict $? "  in JSON" "$(cat out)"
unset FAKE_OPTIONS FAKE_MOVES

# Shares of the point: each game has three moves, and the second player is stalemated for a quarter.
cat >shares.yaml <<'END'
name: Shares
board: {size: 3x1, checkered: false}
players: [{name: red}, {name: yellow}]
pieces: {stone: {letter: s}}
drops: {endless: all, immobile: true}
start: 3 r
end: {stalemate: loss 0.25}
END
rm -f games.pgn
run ./shares.yaml --games 4 --concurrency 1 --plies 0 --pgn games.pgn --engine random --engine 'name=it nodes=5'
said "shares of the point" 0 '*random *4 *2 *0 *2 *50.0%*pairs with 0, 0.5, 1, 1.5, 2 points: 0 0 2 0 0*red *4 *4 *0 *0 *75.0%*yellow *4 *0 *0 *4 *25.0%*' \
    '*1/2-1/2 {red wins 0.75 to 0.25: stalemate} 3 plies*'
[ "$(grep -c 'Result "1/2-1/2"' games.pgn)" = 4 ] && grep -q '0.75 to 0.25' games.pgn
verdict $? "  and in PGN half each, with the shares in words" "$(cat games.pgn)"

# ---- who cannot begin ----

refused() { # NAME GLOB SPEC
    rm -f pids
    : >pids
    run chess --games 2 --movetime $movetime --engine "name=it $3"
    said "$1" 3 '' "$2"
    gone pids >left
    verdict $? "  nothing of it is left" "$(cat left)"
}
refused "no such program" "ferz: it cannot be started: No such file or directory" "cmd=/no/such/program"
refused "a handshake that never ends, xboard" 'ferz: it cannot be started: waiting for "feature": it sends nothing for 10 s' \
    "cmd=\"sh $here/fake_engine.sh xboard mute pids\" proto=xboard"
refused "a handshake of other words, xboard" 'ferz: it cannot be started: waiting for "feature": it sends other lines for 10 s' \
    "cmd=\"sh $here/fake_engine.sh xboard babbles pids\" proto=xboard"
# A program that begins slowly is waited for, as on a busy machine; one that never says that no feature follows is not.
for how in dawdles boasts; do
    run chess --games 2 --concurrency 1 --plies 0 --movetime $movetime --engine 'name=we nodes=50' \
        --engine "name=it proto=xboard variant=normal cmd=\"sh $here/fake_engine.sh xboard $how\""
    said "a handshake of a program that $how, xboard" 0 '*it *0.0%*' '*{it resigns} * plies*'
done
refused "a handshake of other words, uci" 'ferz: it cannot be started: waiting for "uciok": it sends other lines for 10 s' \
    "cmd=\"sh $here/fake_engine.sh uci babbles pids\""
refused "a handshake of other words now and then, uci" 'ferz: it cannot be started: waiting for "uciok": it sends other lines for 10 s' \
    "cmd=\"sh $here/fake_engine.sh uci murmurs pids\""
refused "a program that ends at once" 'ferz: it cannot be started: waiting for "uciok": it ends: exit status 5' \
    "cmd=\"sh $here/fake_engine.sh uci dies pids\""
refused "a game it does not know, uci" \
    'ferz: it cannot be started: it has no game "go" (use variant=NAME); it has chess shogi' \
    "cmd=\"sh $here/fake_engine.sh uci shuffles pids\" variant=go"
refused "a game it does not know, xboard" \
    'ferz: it cannot be started: it has no game "chess" (use variant=NAME); it has normal,shogi' \
    "cmd=\"sh $here/fake_engine.sh xboard shuffles pids\" proto=xboard"
refused "an engine of one game asked for another" 'ferz: it cannot be started: it plays one game only*' \
    "cmd=\"sh $here/fake_engine.sh uci lonely pids\" variant=shogi"
refused "an option it does not have" 'ferz: it cannot be started: it has no option "Level"; it has UCI_Variant, Hash' \
    "cmd=\"sh $here/fake_engine.sh uci shuffles pids\" option.Level=3"
refused "a limit that the protocol has not" 'ferz: it cannot be started: XBoard*node limit*' \
    "cmd=\"sh $here/fake_engine.sh xboard shuffles pids\" proto=xboard variant=normal nodes=5"

printf '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n' >openings
run chess --games 2 --movetime $movetime --openings openings \
    --engine "name=it proto=xboard cmd=\"sh $here/fake_engine.sh xboard poor\""
said "positions for an engine that takes none" 3 '' 'ferz: it cannot be started: it cannot set up positions*--openings'

# ---- engines with another notation ----

notation() { # NAME FEN MOVES RESULT: the first side plays MOVES as they are written, and is understood
    printf '%s\n' "$2" >openings
    printf '%s\n' "$3" | tr ' ' '\n' >moves
    for one in uci xboard; do
        variant=
        [ "$one" = uci ] || variant=variant=normal
        rm -f games
        FAKE_MOVES=$work/moves run chess --games 1 --openings openings --movetime $movetime --max-plies "$5" --pgn games \
            --engine "name=it cmd=\"sh $here/fake_engine.sh $one shuffles\" proto=$one $variant" --engine 'name=we depth=1'
        said "$one: $1" 0 '*it *' '*game 1 of 1: it - we *'
        tr '\n' ' ' <games | grep -Fq "$4"
        verdict $? "  understood" "$(cat games)"
    done
}
notation "castling in words" '7k/7p/8/8/8/8/8/R3K2R w KQ - 0 1' 'O-O-O' '1. O-O-O ' 1
notation "castling as king takes rook" '7k/7p/8/8/8/8/8/R3K2R w KQ - 0 1' 'e1h1' '1. O-O ' 1
notation "promotion with a sign" '7k/P6p/8/8/8/8/8/K7 w - - 0 1' 'a7a8=Q' '1. a8=Q+' 1
notation "promotion into a knight" '7k/P6p/8/8/8/8/8/K7 w - - 0 1' 'a7a8N' '1. a8=N' 1

# ---- our own ----

games_of() { # FILE: its games by number, for comparing
    awk '/^\[Round / { round = $2 } /^\[(Event|Site|Date) / { next } { print round, $0 }' "$1" | sort -s -k1,1
}
for threads in 1 2 3; do
    rm -f "games$threads"
    run chess --games 6 --seed 5 --concurrency $threads --pgn "games$threads" --max-plies 60 \
        --engine 'name=a nodes=300' --engine 'name=b depth=2 seed=3' --engine 'name=c random'
    said "round robin, $threads at a time" 0 'player*a *12 *b *12 *c *12 *' '*game * of 18: *'
    games_of "games$threads" >"sorted$threads"
    cp out "table$threads"
done
[ "$(grep -c '^\[Event ' games1)" = 18 ] && [ -s sorted1 ] && cmp -s sorted1 sorted2 && cmp -s sorted1 sorted3
verdict $? "the same seed gives the same games, however many are played at a time" "$(diff sorted1 sorted2)"
[ -z "$(awk 'length > 80 && !/^\[/' games1)" ]
verdict $? "moves are wrapped before column 80" "$(awk 'length > 80' games1)"
run chess --games 6 --seed 6 --pgn other --max-plies 60 --engine 'name=a nodes=300' --engine 'name=b depth=2 seed=3' \
    --engine 'name=c random'
games_of other >sorted
! cmp -s sorted1 sorted
verdict $? "another seed gives other games"

# Both games of a pair have one opening.
openings=$(awk '/^1\. / { print $2, $3, $5, $6, $8, $9 }' games1 | sort | uniq -c | awk '{ print $1 }' | sort -u)
[ "$openings" = 6 ]
verdict $? "every opening is played by each pair with both colours" "$openings"

run chess --games 40 --seed 1 --max-plies 300 --engine 'name=thinks nodes=400' --engine 'name=guesses random'
said "thought beats chance" 0 '*thinks *40 * 40 *0 *0 *100.0%*guesses *40 *0 *0 *40 *0.0%*player *games *wins *draws *losses *score *95% interval*white *40 *20 *0 *20 *50.0% *35.*% to *black *40 *20 *0 *20 *50.0% *' '*'

run chess --games 400 --seed 1 --max-plies 200 --sprt elo0=0,elo1=50 --engine 'name=thinks nodes=200' --engine random
said "the sequential test ends a match" 0 '*sprt elo0=0 elo1=50 alpha=0.05 beta=0.05: llr *, elo1 is accepted*of 400 games were played*' '*'

run chess --games 2 --json --nodes 50 --max-plies 20 --seed 1
said "JSON" 0 '{"game":"chess","rules_hash":"*","games":2,"finished":2,*"players":\[{"name":"ferz",*{"name":"ferz-2",*}' '*'

# ---- our own search behind each protocol: all that is said is understood ----

asked=0
behind() { # PROTOCOL LIMIT VARIANT GAME
    asked=$((asked + 1))
    in_share $asked || return
    rm -f log
    run "$4" --games 4 --seed 2 --max-plies 60 --engine 'name=here nodes=100' \
        --engine "name=there cmd=\"$FERZ $1\" proto=$1 $2 $3 log=log"
    said "$4 behind $1" 0 '*here *4 *there *4 *' '*game * of 4: *'
}
for game in chess chess960 crazyhouse shatranj xiangqi frankfurt tori-shogi circe marseillais; do
    behind uci nodes=100 '' $game
done
behind xboard depth=1 variant=normal chess
behind xboard depth=1 variant=fischerandom chess960
for game in crazyhouse shatranj xiangqi frankfurt tori-shogi circe three-check janggi; do
    behind xboard depth=1 '' $game
done
behind usi nodes=100 '' shogi
behind usi nodes=100 '' minishogi

# ---- what is kept ----

grep -q '^\[RulesHash "[0-9a-f]\{64\}"\]$' games1 && grep -q '^\[Variant "Chess"\]$' games1 &&
    grep -q '^\[FEN "rnbqkbnr/' games1 && grep -q '^\[White "a"\]$' games1 && grep -q '^\[Termination "' games1
verdict $? "tags" "$(head -20 games1)"

hash_of() { # WORDS...
    rm -f one
    "$FERZ" match "$@" --games 1 --depth 1 --max-plies 1 --pgn one >/dev/null 2>&1
    sed -n 's/^\[RulesHash "\(.*\)"\]$/\1/p' one
}
mkdir -p elsewhere/rules elsewhere/scripts
cp "$FERZ_RULES"/*.yaml elsewhere/rules
cp "$FERZ_RULES"/../scripts/* elsewhere/scripts 2>/dev/null
[ -n "$(hash_of chess)" ] && [ "$(hash_of chess)" = "$(hash_of elsewhere/rules/chess.yaml)" ]
verdict $? "a copy of the rules elsewhere has the same fingerprint" "$(hash_of chess) $(hash_of elsewhere/rules/chess.yaml)"
[ "$(hash_of chess960 --seed 1)" = "$(hash_of chess960 --seed 2)" ]
verdict $? "a start drawn by chance is no change of rules"
[ "$(hash_of shatranj)" != "$(hash_of shatranj --set kings=d)" ]
verdict $? "an option is"
echo '# a remark' >>elsewhere/rules/chess.yaml
[ "$(hash_of chess)" != "$(hash_of elsewhere/rules/chess.yaml)" ]
verdict $? "a changed file is"

printf '# a remark\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 ; end\n4k3/8/8/8/8/8/4P3/4K3 b - -\n' >openings
run chess --games 4 --openings openings --nodes 50 --pgn book --max-plies 4
said "openings from a file" 0 'player*' '*game 4 of 4*'
[ "$(grep -c '^\[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"\]$' book)" = 2 ] && [ "$(grep -c '^1\.\.\. ' book)" = 2 ]
verdict $? "  each twice" "$(cat book)"
printf '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n7k/5QK1/8/8/8/8/8/8 b - - 0 1\n' >openings
run chess --games 4 --openings openings --nodes 50
said "an opening that is over" 1 '' 'ferz: openings:2: *over*'
printf 'nonsense\n' >openings
run chess --games 4 --openings openings --nodes 50
said "an opening that is none" 1 '' 'ferz: openings:1: *'
run chess --games 4 --openings none --nodes 50
said "no openings" 3 '' 'ferz: none: No such file or directory'
run chess --games 2 --nodes 50 --pgn /no/such/folder/games
said "games that cannot be kept" 3 '' 'ferz: cannot write /no/such/folder/games: *'

# ---- Ctrl-C ----

for signal in INT TERM; do
    rm -f pids
    : >pids
    # A shell ignores SIGINT for what it starts in the background, and that is inherited: ferz sets its own.
    "$FERZ" match chess --games 1000 --movetime 100 --concurrency 2 --max-plies 20 \
        --engine "name=it cmd=\"sh $here/fake_engine.sh uci hangs pids\" movetime=60000" --engine nodes=10 >out 2>err </dev/null &
    pid=$!
    for _ in $(seq 300); do
        [ ! -s pids ] || break
        sleep 0.1
    done
    sleep 0.5
    kill -s $signal $pid
    wait $pid
    status=$?
    said "SIG$signal" 0 '*0 of 1000 games were played: interrupted*' '*'
    [ -s pids ] && gone pids >left
    verdict $? "  children are gone" "$(cat left)"
done

# ---- the command line ----

run chess --nodes 5
said "--games is needed" 2 '' '*--games is missing*'
run chess --games 2
said "a limit is needed" 2 '' '*a limit is missing*'
run chess --games 2 --nodes 5 --engine 'nodes=x'
said "a setting that is none" 2 '' '*nodes= takes a number*'
run chess --games 2 --nodes 5 --sprt elo0=1
said "a test that is none" 2 '' '*--sprt "elo0=1"*'
run chess --games 2 --nodes 5 --sprt elo0=0,elo1=5 --engine a --engine b
said "a player that is none" 2 '' '*"a" is neither*'
run chess --games 2 --tc 1:00
said "a clock that is none" 2 '' '*--tc takes SECONDS*'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
