#!/bin/sh
# The program `ferz`: output, exit status, and which stream each goes to.
# usage: test_cli.sh PATH-OF-FERZ     (from anywhere)
#
# A row of the table is: t STATUS STDOUT STDERR WORDS...
#   STATUS  expected exit status
#   STDOUT, STDERR:  =TEXT   exactly TEXT (and a newline, unless TEXT is empty)
#                    ~GLOB   matches the shell pattern GLOB; [ itself is written \[
#                    $TEXT   the last line is TEXT
#                    -       anything
#   WORDS   the command line after `ferz`; standard input is $IN (empty unless set just before)
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
unset NO_COLOR LC_ALL LC_CTYPE
LANG=C TERM=dumb
export LANG TERM

IN=
nl='
'

# shellcheck disable=SC2254 # what follows the ~ is a pattern
matches() { # EXPECTED TEXT
    case $1 in
        -) return 0 ;;
        =*) [ "$2" = "${1#=}" ] ;;
        \~*) case $2 in ${1#\~}) ;; *) return 1 ;; esac ;;
        \$*) [ "$(printf '%s\n' "$2" | sed -n '$p')" = "${1#$}" ] ;;
        *) echo "$0: wrong row: $1" >&2; exit 2 ;;
    esac
}

t() {
    want_status=$1 want_out=$2 want_err=$3
    shift 3
    printf '%s' "$IN" | "$FERZ" "$@" >out 2>err
    status=$?
    out=$(cat out)
    err=$(cat err)
    wrong=
    [ "$status" = "$want_status" ] || wrong="status $status, not $want_status"
    matches "$want_out" "$out" || wrong="$wrong${nl}standard output, wanted $want_out${nl}$out"
    matches "$want_err" "$err" || wrong="$wrong${nl}standard error, wanted $want_err"
    [ -z "$wrong" ] || wrong="$wrong${nl}standard error was:${nl}$err"
    [ -z "$wrong" ]
    verdict $? "ferz $*${IN:+ <<< $(printf '%s' "$IN" | tr '\n' ';')}" "$wrong"
    IN=
}

# Whether standard input is one JSON document: by jq, or python3, or at least by its brackets.
json_valid() {
    if command -v jq >/dev/null 2>&1; then
        jq -e -s 'length == 1' >/dev/null 2>&1
    elif python3 -c '' >/dev/null 2>&1; then
        python3 -c 'import json, sys; json.load(sys.stdin)' >/dev/null 2>&1
    else
        body=$(sed 's/\\.//g; s/"[^"]*"//g')
        case $body in \{*\} | \[*\]) ;; *) return 1 ;; esac
        [ "$(printf %s "$body" | tr -cd '[{' | wc -c)" -eq "$(printf %s "$body" | tr -cd ']}' | wc -c)" ]
    fi
}

j() { # STATUS GLOB WORDS...: a JSON document that matches the pattern
    want_status=$1 want=$2
    shift 2
    "$FERZ" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" = "$want_status" ] && json_valid <out && matches "$want" "$(cat out)"
    verdict $? "ferz $* (JSON)" "status $status${nl}$(cat out err)"
}

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
fools='f2f3 e7e5 g2g4 d8h4'

# ---- help, version, command lines that are wrong ----

t 0 '~*usage:*list*check*show*fen*moves*why*status*perft*best*playouts*tune*play*test*' = --help
t 0 '~*usage:*' = -h
t 0 '~ferz [0-9]*.[0-9]*.[0-9]*' = --version
for command in list check show fen moves why status diagram perft best playouts tune play match uci usi xboard bench test new schema man completion; do
    t 0 "~*usage: ferz $command*--help*" = $command --help
done
t 0 '~*usage:*' = show -h
t 2 = '~*--help*'
t 2 = '~*did you mean perft*' perf
t 2 = '~*unknown command*' quux-quux
t 2 = '~*unknown option*' --frobnicate
t 2 = - --version x
t 2 = '~*GAME*missing*usage:*' show
t 2 = '~*did you mean --depth?*usage:*' perft chess --dpeth 3
t 2 = '~*takes no --depth*' show chess --depth 3
t 2 = '~*--depth is missing*' perft chess
t 2 = '~*--depth*missing*' best chess
t 2 = '~*needs a value*' perft chess --depth
t 2 = '~*needs a value*' show chess --fen --json
t 2 = '~*takes no value*' show chess --json=yes
for number in -1 1x '' ' 1' 1.5 101 99999999999999999999 0x1 +1 01; do
    t 2 = '~*--depth takes a number*' perft chess --depth "$number"
done
t 2 = - best chess --depth 0
t 2 = - best chess --movetime 0
t 2 = - best chess --depth 1 --threads 0
t 2 = - best chess --depth 1 --threads 1000
t 2 = - best chess --depth 1 --seed -1
t 2 = - show chess --color mauve
t 2 = - show chess --set
t 2 = - show chess --set =3
t 2 = '~*unexpected*' show chess more
t 2 = '~*quotes*' show chess --fen 8/8 w
t 2 = - show chess --moves
t 2 = '~*MOVE*missing*' why chess
t 2 = '~*MOVE*missing*' why chess --moves -
t 2 = - list chess
t 2 = - play chess --as nobody
t 2 = - play chess --level 11

# ---- list, check ----

t 0 '~*chess	Chess*' - list
"$FERZ" list >out 2>err
[ -z "$(grep -v '^[^	][^	]*	[^	][^	]*	[1-8] players*[^	]*, board [^	]*$' out)" ]
verdict $? 'each line of list is a name, a tab, a title, a tab, the kind'
j 0 '~{*"name":"chess"*"title":"Chess"*' list --json
for game in chess shatranj frankfurt crazyhouse minishogi makruk; do
    t 0 = - check $game
    j 0 '={"loads":true,"messages":[]}' check $game --json
done
t 3 = '~?*' check nosuchgame
t 3 = '~?*' check ./missing.yaml
t 3 = '~?*' show nosuchgame
t 3 = '~?*' moves ./missing.yaml
j 3 '~{"loads":false,"messages":\[{"severity":"error",*}]}' check ./missing.yaml --json
printf 'name: Wrong\nbored: {size: 8x8}\n' >wrong.yaml
t 1 = '~*wrong.yaml:2:1: error: *' check ./wrong.yaml
t 1 = '~*wrong.yaml:2:1:*' show wrong.yaml
t 1 = '~*wrong.yaml:*' check wrong.yaml --color never
j 1 '~{"loads":false,"messages":\[{"severity":"error","code":"E0301",*"file":"./wrong.yaml","line":2,"column":1,"character":0,"character_end":5,*' check ./wrong.yaml --json
t 1 = '~*nosuchoption*' show chess --set nosuchoption
printf 'name: Unused\nextends: chess\nzones: {camp: own rank 1}\n' >unused.yaml
t 0 = '~*unused.yaml:3:15: warning: nothing uses the zone `camp` \[W1004]*' check ./unused.yaml
j 0 '~{"loads":true,"messages":\[{"severity":"warning","code":"W1004",*"file":"./unused.yaml","line":3,"column":15,"character":14,"character_end":24,*' check ./unused.yaml --json
j 0 '~{"loads":true,"messages":\[],"hooks":\[]}' check chess --json --hooks
t 0 "=moves: masks
legality by masks: used
endings for the last mover alone: used
scores of two plies before: used
null move: used
exchanges on one cell: used
pruning by material: used
warnings about captures: used" = check chess --stats
t 0 '~*legality by masks: not used, because of legality that is checked at the end of the turn; turns of several plies*turns by masks: used*' \
    = check marseillais --stats
t 0 '~*hooks: asked [1-9]* times in [1-9]* random plies (limits: 300 plies, 10000000 steps of the script, 30 ms)*never asked in these plies: after: crowned*' = check chess-aragon-1490 --stats
t 0 = = check chess-aragon-1490

# ---- explain ----

t 0 '~E0301: unknown key*peices*Corrected:*pieces*' - explain E0301
t 0 '~W1003: a promotion*' - explain w1003
t 0 '~E0101*out of memory*E0301*unknown key*W1205*' - explain --codes
j 0 '~{"code":"E0301","title":"unknown key",*' explain E0301 --json
j 0 '~\[{"code":"E0101",*' explain --codes --json
t 1 = '~*there is no code E0300*E0301 (unknown key)*' explain E0300
t 2 = '~*is missing*' explain
t 1 = - fen chess --set nosuchoption=1

# ---- show, fen, moves, why, status ----

board='8  r n b q k b n r
7  p p p p p p p p
6  . . . . . . . .
5  . . . . . . . .
4  . . . . . . . .
3  . . . . . . . .
2  P P P P P P P P
1  R N B Q K B N R
   a b c d e f g h'
t 0 "=$board
turn: white
fen: $start" = show chess
t 0 "\$fen: $start" = show chess --color never
t 0 "=$start" = fen chess
t 0 "=$start" = fen chess --fen "$start"
t 0 "=$start" = fen chess "--fen=$start"
t 0 '=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' = fen chess --moves e2e4 e7e5
t 0 '=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' = fen chess --moves 'e2e4 e7e5'
IN="e2e4${nl}e7e5${nl}"
t 0 '=rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' = fen chess --moves -
t 0 '=rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3' = fen chess --moves $fools
t 0 '~*turn: white*check: white*' = show chess --moves $fools
t 0 '=R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1' = fen chess --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --moves a1a8
t 1 = '~?*' fen chess --moves e2e5
t 1 = '~*move 2 of 3*' fen chess --moves e2e4 e2e4 e7e5
t 1 = '~?*' fen chess --fen '8/8 w - - 0 1'
t 1 = '~?*' fen chess --fen ''
t 0 '~a2a3
a2a4
b1a3
*' = moves chess
t 0 "\$h2h4" = moves chess
"$FERZ" moves chess >out 2>err
[ "$(wc -l <out)" -eq 20 ] && LC_ALL=C sort -c out
verdict $? 'chess begins with 20 moves, sorted by bytes'
t 0 '=e2e3
e2e4' = moves frankfurt --fen '4k3/8/8/8/8/8/4O3/8 w - - 0 1'
t 0 = = moves chess --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
t 0 "~10  車 馬 象 士 將 士 象 馬 車$nl*${nl} 1  俥 傌 相 仕 帥 仕 相 傌 俥$nl*" = show xiangqi --characters
t 0 "~9  v香 v桂 v銀 v金 v王 v金 v銀 v桂 v香$nl*${nl}1   香  桂  銀  金  玉  金  銀  桂  香$nl*" = show shogi --characters
t 0 '~8  r n b q k b n r*' = show chess --characters
t 0 '~*<text *>將</text>*' = diagram xiangqi --characters
t 0 '~*<text *>飛</text>*' = explain shogi --characters --format html
t 0 '~*turn: white, move 1 of 2*' = show marseillais
t 0 '~*turn: white, move 2 of 2*' = show marseillais --moves e2e4
t 0 '~*turn: black, move 1 of 2*' = show marseillais --moves e2e4 d2d4
t 0 '~*turn: white, move 2 of the turn*' = show sequential-chess --moves e2e4
IN="e2e4${nl}d2d4${nl}quit"
t 0 '=move 2 of 2' = play marseillais --as all
j 0 '~*"turn_move":2,"turn_moves":2,*' show marseillais --json --moves e2e4
j 0 '~*"endings":\[{"name":"checkmate","when":"checkmate","result":"loss","file":"*chess.yaml","line":[0-9]*}*{"name":"fifty moves","when":"halfmove clock 100","result":"draw","claim":"draw",*' \
    show chess --json
t 0 '~legal*' = why chess e2e4
t 0 '=rnbqkb1r/pppp1ppp/5n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 6 5' = fen chess --moves e4 e5 Nf3 Nf6 Bc4 Ng8 0-0 Nf6
t 1 = '~*move 1 of 1, "Ne4", was not played*the move `Ne4` is ambiguous: write c3e4 or g3e4 \[E0105]*' \
    fen chess --fen '4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1' --moves Ne4
t 0 "~legal${nl}rule: drop of an elephant (*" = why sittuyin S@a1
t 0 '~ongoing*checkmate: no, white has 20 legal moves (*chess.yaml:*repetition: no, the position has stood 1 of 3 times*' = why chess --status
t 0 '~black wins: checkmate*rule: checkmate (*their king on e1 is attacked by the queen on h4*' = why chess --status --moves f2f3 e7e5 g2g4 d8h4
t 2 = '~*MOVE does not*--status*' why chess e2e4 --status
t 1 '~illegal: *' = why chess e2e5
t 1 '~illegal: *' = why chess nonsense
t 0 '~legal*' = why chess --moves e2e4 e7e5 g1f3
t 0 '~legal*' = why chess g1f3 --moves e2e4 e7e5
IN='e2e4 e7e5'
t 0 '~legal*' = why chess g1f3 --moves -
t 1 '~illegal: *' = why chess e1g1 --fen 'r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1'
t 0 '~legal*' = why chess e1c1 --fen '1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'
t 0 '=ongoing' = status chess
t 0 '=black wins: checkmate' = status chess --moves $fools
t 0 '=draw: stalemate' = status chess --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'

t 0 '=4k3/8/8/8/8/8/4T3/8 b - - 0 1' = fen frankfurt --fen '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1' --moves e1e2
t 0 '=r1bqkbnr/pppp1ppp/8/4p3/8/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 4' = \
    fen frankfurt --moves d2d4 e7e5 d4e5 b8c6 g1f3 c6e5
t 0 '=draw: stalemate' = status frankfurt --fen '4k3/8/8/8/3p4/8/4O3/8 w - - 0 1'
t 0 '=white wins: checkmate' = status frankfurt --fen 's7/1Q6/8/8/8/8/8/1R2K3 b - - 0 1'
t 0 '=rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[Pp] w KQkq - 2 4' = \
    fen crazyhouse --moves e2e4 d7d5 e4d5 d8d5 b1c3 d5a5
t 0 '~*hand white: P*hand black: p*' = show crazyhouse --moves e2e4 d7d5 e4d5 d8d5
t 0 '~*hand white: -*fen: *' = show crazyhouse
t 0 '~8  Q~ *' = show crazyhouse --fen 'Q~3k3/8/8/8/8/8/8/4K3[R] b - - 0 1'
t 0 '=white wins: checkmate' = status crazyhouse --fen '6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1' --moves N@f7
t 0 '=N@b8
N@c8
N@d8
e8d7
e8e7
e8f7' = moves crazyhouse --fen 'R3k3/8/8/8/8/8/8/4K3[n] b - - 0 1'
t 0 '=rbsg1/4k/5/P4/KGSB1[Pr] w - - 0 2' = fen minishogi --moves e1e4 e5e4
t 0 '=d5e4
e5e4' = moves minishogi --moves e1e4
t 0 '~*5  .  +R *   a  b  c  d  e*' = show minishogi --fen '1+R1k1/1g3/5/5/K4[] b - - 0 1'
t 1 '~illegal: *' = why minishogi P@e4 --fen '3pk/5/3G1/5/K4[P] w - - 0 1'
t 0 '=d1b2
d1c1
d1c2
d1c3
d1d2
d1e3
d1f2' = moves makruk --fen '4k3/8/8/8/3P4/2n5/8/3KM3 w KM - 0 1'
t 0 '~*set: no-first-moves*fen: *' = show makruk --set no-first-moves
t 0 '~*set: repetition=automatic*fen: *' = show chess --set repetition=automatic
# past a dead position perft counts on, as other programs do, unless asked to stop there
t 0 '=nodes 24' = perft chess --fen '8/8/4k3/8/8/8/8/K7 w - - 0 1' --depth 2
t 0 '=nodes 0' = perft chess --fen '8/8/4k3/8/8/8/8/K7 w - - 0 1' --depth 2 --to-end
t 0 '=nodes 146' = perft chess --fen '8/8/4k3/8/8/8/3p4/K7 w - - 0 1' --depth 3 --to-end
# the same for an ending that a script decides
t 0 '=nodes 194' = perft draughts-turkish --fen 'k7/8/8/8/8/8/8/7K w' --depth 2
t 0 '=nodes 0' = perft draughts-turkish --fen 'k7/8/8/8/8/8/8/7K w' --depth 2 --to-end
# the patch that a child gives for its parent's option replaces the parent's
t 0 '=nodes 38' '~*W0711*' perft "$FERZ_RULES/../tests/samples/options-patch-replaced.yaml" --set changed --depth 1 --fen '4k3/8/8/3N4/8/2B5/4R3/Q3K3 w'
t 0 '=nodes 34' = perft "$FERZ_RULES/../tests/samples/options-patch-replaced.yaml" --set army=odd --depth 1 --fen '4k3/8/8/3N4/8/2B5/4R3/Q3K3 w'
many='8/1m1m1mm1/8/1m1m1mm1/8/1m1m1mm1/1mmmm1m1/K7 w'
t 1 = '~*more moves than can be listed*' moves draughts-armenian --set king_capture_diagonal=true --fen "$many"
t 1 = '~*more moves than can be listed*' perft draughts-armenian --set king_capture_diagonal=true --fen "$many" --depth 1
t 0 '~*e5e6m*' = moves makruk --fen '4k3/8/8/4P3/8/8/8/3K4 w - - 0 1'

printf '%s\n' 'name: Wide' 'board: {size: 30x3}' 'pieces: {king: {letter: k, moves: K, royal: true}}' \
    'start: k29/30/29K w - - 0 1' 'end: {checkmate: loss}' >wide.yaml
t 0 '~3  k  *   a  b *z  aa ab ac ad
turn: white
fen: k29/30/29K w - - 0 1' = show wide.yaml
t 0 '=ad1ac1
ad1ac2
ad1ad2' = moves ./wide.yaml
# `--` is the pass in a list of moves and as MOVE; elsewhere it ends the options
after_pass=$("$FERZ" fen janggi --moves a4b4 pass b4b5)
t 0 "=$after_pass" = fen janggi --moves a4b4 -- b4b5
t 0 "=$after_pass" = fen janggi --moves=a4b4 -- b4b5
t 0 "=$after_pass" = fen janggi --moves a4b4 0000 b4b5
t 0 "=$after_pass" = fen --moves a4b4 -- b4b5 --seed 1 -- janggi
t 0 "=$("$FERZ" fen janggi --moves pass a7b7)" = fen janggi --moves -- a7b7
t 0 "=$("$FERZ" fen janggi --moves a4b4 pass)" = fen janggi --moves a4b4 --
t 1 = '~*the soldier on a7 belongs to black*' fen janggi --moves a4b4 -- a7b7
t 1 = '~*no player may pass*' fen chess --moves e2e4 -- e7e5
t 0 '~legal*' = why janggi --
j 0 '~*"move":"pass"*' why janggi -- --json
t 0 '~legal*' = why janggi --moves a4b4 --
t 1 '~illegal: no player may pass*' = why chess --
t 0 '~legal*' = why chess -- e2e4
t 0 '~legal*' = why -- chess e2e4
t 0 "=$start" = fen -- chess
t 2 = '~ferz: *is missing*' why -- chess
t 0 '~*claim-draw*' = moves chess --moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8

j 0 "~{*\"turn\":\"white\",\"commander\":\"white\",\"check\":false*\"fen\":\"$start\"}" show chess --json
j 0 '~*"fen":*' fen chess --json
j 0 '~*"count":20,"moves":\[{"move":"a2a3","kind":"move","parts":\["a2","a3"],"captured":\[],*"san":"a3"*' moves chess --json
j 0 '~*"legal":true,"why":{"lines":\["legal","rule: *"reasons":\[{"kind":"legal",*"facts":{"move":"e2e4",*}}' why chess --json e2e4
j 1 '~*"legal":false,"why":{"lines":\["illegal: *' why chess --json e2e5
j 0 '~{"game":"chess","over":true,"why":{*' why chess --json --status --moves $fools
j 0 '~*"outcome":"win","winner":"black","reason":"checkmate"*' status chess --json --moves $fools
j 0 '={"game":"chess","outcome":"ongoing"}' status chess --moves e2e4 --json
j 0 '~*"hands":\[{"player":"white","pieces":"","held":\[]},*' show crazyhouse --json

# ---- perft, best ----

for row in 'chess 1 20' 'chess 2 400' 'chess 3 8902' 'shatranj 3 4176' 'frankfurt 3 8902' 'crazyhouse 3 8902' \
    'minishogi 3 2512' 'makruk 2 625'; do
    set -- $row
    t 0 "=nodes $3" = perft $1 --depth $2
done
t 0 '=nodes 1' = perft chess --depth 0
t 0 '=nodes 97862' = perft chess --depth 3 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
t 0 '=nodes 12012' = perft makruk --set no-first-moves --depth 3
t 0 '~a2a3	20*h2h4	20*nodes 400' = perft chess --depth 2 --divide
t 0 '~nps [0-9]*nodes 400' = perft chess --depth 2 --stats
j 0 '~*"nps":*"moves":\[{"move":"a2a3","nodes":20}*"nodes":400}' \
    perft chess --depth 2 --divide --stats --json
t 0 '~best ???? score * pv *' '~info depth * score * nodes * nps * time * pv *' best chess --depth 2
t 0 '=best d8h4 score mate 1 pv d8h4' - best chess --depth 3 --moves f2f3 e7e5 g2g4
t 0 '~best *' - best chess --nodes 1000 --seed 5
t 0 '=best d8h4 score mate 1 pv d8h4' - best chess --search mcts --nodes 2000 --moves f2f3 e7e5 g2g4
t 0 '~best ???? score * pv *' '~info depth * score * nodes * nps * time * pv *' best chess --search mcts --nodes 2000
t 2 = - best chess --search oracle --nodes 10
t 0 '~best *' - best chess --movetime 50 --threads 2
t 0 '~best *' - best chess --depth 99 --budget 1
t 0 '~best *' - best chess --moves e2e4 --depth 2
t 1 = '~?*' best chess --depth 2 --moves $fools
j 0 '~*"move":"d8h4","pv":\["d8h4"],"score":*,"mate":1,*' best chess --depth 3 --json --moves f2f3 e7e5 g2g4
first=$("$FERZ" best chess --nodes 3000 --threads 1 --seed 7 2>/dev/null)
[ -n "$first" ] && [ "$first" = "$("$FERZ" best chess --nodes 3000 --threads 1 --seed 7 2>/dev/null)" ]
verdict $? 'the same seed finds the same move'

# ---- bench ----

t 0 "~tic-tac-toe*load *perft [1-9]* in *search [1-9]* in *${nl}load *${nl}perft *${nl}search *${nl}signature [1-9]*" = bench tic-tac-toe
t 0 '~{"games":\[{"game":"tic-tac-toe"*"signature":[1-9]*' = bench tic-tac-toe --json
t 3 = '~*nosuchgame*' bench nosuchgame
first=$("$FERZ" bench morris shatranj circe dice-chess | tail -n 1)
[ -n "$first" ] && [ "$first" = "$("$FERZ" bench morris shatranj circe dice-chess | tail -n 1)" ]
verdict $? 'the same signature twice' "$first"

# ---- playouts ----

t 2 = '~*--seconds or --games is missing*' playouts chess
t 2 = '~*--depth, --nodes or --movetime is missing*' best chess
t 2 = '~*--games takes a number*' playouts chess --games 0
t 2 = '~*--max-plies takes a number*' playouts chess --games 1 --max-plies 0
t 0 "~playouts 3${nl}plies 0${nl}length mean 0.0 shortest 0 longest 0${nl}wins white 0 0.00%${nl}wins black 3 100.00%*end 3 100.00% black wins: checkmate*playouts a second *" \
    = playouts chess --games 3 --moves $fools
t 0 "~playouts 5${nl}plies 20${nl}*cut short 5 100.00%*" = playouts chess --games 5 --max-plies 4
t 0 '~playouts [1-9]*' = playouts gardner-minichess --seconds 1
t 0 '~*end * draw: fifty moves*' = playouts chess --games 20 --seed 1
t 0 "~*player     games      wins     draws    losses   score  95% interval${nl}white         20 *% to *%${nl}black         20 *" \
    = playouts chess --games 20 --seed 1
j 0 '~*"players_by_colour":\[{"player":"white","games":2,"wins":0,"draws":0,"losses":2,"score":0.0000,"low":0.0*},{"player":"black","games":2,*' \
    playouts chess --games 2 --json --moves $fools

# ---- tune ----

tuned=$work/tuned.tuning.yaml
# what does not win is not written; tests/cli/test_tune.sh has more
t 5 "~games 12 positions [1-9]*${nl}loss formulas * network *${nl}match +* =* -*${nl}elo * low * high *${nl}speed *" \
    '~*ferz: not written: no network won*' tune gardner-minichess --games 12 --nodes 40 --seed 2 --threads 1 --output "$tuned"
t 5 "~games 12 positions [1-9]*${nl}loss before *match +* =* -*${nl}elo * error *" '~ferz: not written: *' \
    tune gardner-minichess --weights --games 12 --nodes 40 --seed 1 --threads 1 --output "$tuned"
[ ! -e "$tuned" ]
verdict $? 'only what wins is written'
: >"$tuned"
t 0 '~best *' '~info *' best gardner-minichess --nodes 100 --no-network
t 0 '~best *' '~info *' best gardner-minichess --nodes 100 --no-tuning
t 1 = '~*hidden information*' tune kriegspiel --games 1 --output "$work/lost.yaml"
t 1 = "~*$tuned exists already; nothing was written (--force replaces it)*" tune gardner-minichess --games 100000 --output "$tuned"
t 3 = '~*none/: No such file*' tune gardner-minichess --games 12 --nodes 40 --seed 2 --threads 1 --output "$work/none/tuned.tuning.yaml"
t 2 = '~*--games takes a number*' tune chess --games 0
first=$("$FERZ" playouts crazyhouse --games 20 --seed 7 | grep -v second)
[ -n "$first" ] && [ "$first" = "$("$FERZ" playouts crazyhouse --games 20 --seed 7 | grep -v second)" ] &&
    [ "$first" != "$("$FERZ" playouts crazyhouse --games 20 --seed 8 | grep -v second)" ]
verdict $? 'the same seed draws the same games'
j 0 '~{"game":"chess","games":2,"plies":0,*"ends":\[{"outcome":"win","winner":"black","reason":"checkmate","games":2}],"lengths":\[\[0,2]],"wins":{"white":0,"black":2},"draws":0,*' \
    playouts chess --games 2 --json --moves $fools

# ---- shares of the point ----

shares=$FERZ_RULES/../tests/samples/ending-shares.yaml stalemate='5N1k/p3K3/P7/8/8/8/8/8 w - - 0 1'
t 0 '=white wins 0.75 to 0.25: stalemate' = status "$shares" --fen "$stalemate" --moves e7f7
t 0 '~white wins 0.75 to 0.25: stalemate*rule: stalemate (*ending-shares.yaml:*' = why "$shares" --status --fen "$stalemate" --moves e7f7
j 0 '~*"outcome":"win","winner":"white","winner_share":0.7500,"reason":"stalemate"*' status "$shares" --json --fen "$stalemate" --moves e7f7
j 0 '~*"name":"stalemate","when":"stalemate","result":"loss 0.25"*' show "$shares" --json
t 0 '~*end 4 100.00% white wins 0.75 to 0.25: stalemate*white * 4 * 4 * 0 * 0 * 75.0%*black *25.0%*' = \
    playouts "$shares" --games 4 --fen "$stalemate" --moves e7f7
j 0 '~*"winner":"white","winner_share":0.7500,"reason":"stalemate","games":4}*"score":0.7500,*' \
    playouts "$shares" --games 4 --json --fen "$stalemate" --moves e7f7
t 1 '~*draw: stalemate*white wins 0.75 to 0.25: stalemate*' = diff chess "$shares" --fen "$stalemate"

# ---- names of files, from where one stands ----

mkdir -p tree/rules/deep tree/scripts
printf 'name: There\nextends: chess\nscript: there.lua\nhooks: {there: {at: after}}\n' >tree/rules/there.yaml
printf 'function there()\n  return nothing\nend\n' >tree/scripts/there.lua
stands() { # FOLDER FOLDER-OF-RULES NAME-IN-MESSAGES WORDS...
    folder=$1 rules=$2 wanted=$3
    shift 3
    (cd "$folder" && FERZ_RULES=$rules:$FERZ_RULES "$FERZ" "$@") >out 2>&1
    grep -q "^$wanted:2:3: error: there is no global 'nothing'" out
    verdict $? "in $folder the script is called $wanted" "$(cat out)"
}
stands tree "$PWD/tree/rules" scripts/there.lua fen there --moves e2e4
stands tree/rules "$PWD/tree/rules" ../scripts/there.lua fen there --moves e2e4
stands tree/rules/deep "$PWD/tree/rules" ../../scripts/there.lua fen there --moves e2e4
stands tree rules scripts/there.lua fen there --moves e2e4
stands tree . scripts/there.lua fen rules/there.yaml --moves e2e4
stands tree/rules . ../scripts/there.lua fen ./there.yaml --moves e2e4

# ---- did you mean ----

printf 'name: Base\nextends: chess\nzones: {corner: a1}\npieces: {pawn: {promotes: {on: cornr, to: queen}}}\n' >mybase.yaml
t 1 = '~*no zone*help: did you mean `corner`?*' check ./mybase.yaml
sed -i 's/cornr/corner/' mybase.yaml
for row in mybase.yaml=mybase ../x/mybase.yml=mybase mybse=mybase MyBase=mybase ches=chess; do
    printf 'extends: %s\nname: Child\n' "${row%=*}" >child.yaml
    t 1 = "~*help: did you mean \`${row#*=}\`*" check ./child.yaml
done
t 3 = '~*no game `mybase`*help: did you mean `mybase.yaml`?*' check mybase
t 3 = '~*no such file*help: did you mean `./mybase.yaml`?*' check ./mybse.yaml

# ---- what scripts say ----

printf 'extends: chess\nname: Talk\nscript: talk.lua\nhooks: {talk: {at: after}}\n' >talk.yaml
printf 'function talk(move)\n  if move.to == 28 then print("to", move.to, nil, {}, "a\\nferz: forged\\27[2J") end\nend\n' >talk.lua
t 0 '~rnbqkbnr/*' '~*talk.lua:2: to 28 nil table a\\nferz: forged\\x1B\[2J*' fen ./talk.yaml --moves e2e4
for row in "celsl(): there is no global 'celsl': cell" "math.flor(1): there is no field 'flor' in math: math.floor" \
    '{{transfrom = 3}}: unknown field "transfrom": "transform"'; do
    wrong=${row%%: *} said=${row#*: }
    printf 'function talk(move)\n  return %s\nend\n' "$wrong" >talk.lua
    t 1 = "~*talk.lua:*${said%: *}*did you mean *${said##*: }*" fen ./talk.yaml --moves e2e4
done
printf 'function talk(move)\n  return {{tkae = 3}}\nend\n' >talk.lua
t 1 = '~*unknown field "tkae"*help: there are: capture, *transform*' fen ./talk.yaml --moves e2e4

# ---- test ----

t 0 '~chess: [0-9]* passed, 0 failed*passed, 0 failed' - test chess
t 0 '~chess: *minishogi: *passed, 0 failed' - test chess minishogi
t 3 '~nosuchgame: NOT LOADED*, 1 NOT LOADED' '~?*' test nosuchgame
own=$work/own
mkdir -p "$own/sub" "$own/empty"
"$FERZ" new one --dir "$own" >/dev/null && "$FERZ" new two --dir "$own/sub" >/dev/null
printf 'services: {}\n' >"$own/other.yaml"
printf 'extends: chess\nboard: {\n' >"$own/bad.yaml"
t 1 "=$own/bad.yaml: NOT LOADED${nl}$own/one.yaml: 1 passed, 0 failed${nl}1 passed, 0 failed, 1 NOT LOADED" '~*E0201*' test "$own"
t 0 "=$own/sub/two.yaml: 1 passed, 0 failed${nl}1 passed, 0 failed" = test "$own/sub/"
t 1 '=0 passed, 0 failed' '~*empty has no rule files*' test "$own/empty"
t 0 "=$own/one.yaml: 1 passed, 0 failed${nl}1 passed, 0 failed" = test "$own"/one*.yaml
t 0 "=$own/one.yaml: 1 passed, 0 failed${nl}1 passed, 0 failed" = test "$own"/one.test.yaml
(cd "$own/sub" && "$FERZ" test) >out 2>err && [ "$(cat out)" = "two.yaml: 1 passed, 0 failed${nl}1 passed, 0 failed" ]
verdict $? 'ferz test alone takes the rule files of the folder'
j 0 '~*"game":"chess","passed":*"failed":0*' test chess --json

# ---- play through a pipe ----

play() { # STATUS STDOUT STDERR LINES WORDS...: like t, the lines divided by ;
    want_status=$1 want_out=$2 want_err=$3
    IN=$(printf '%s' "$4" | tr ';' '\n')$nl
    shift 4
    t "$want_status" "$want_out" "$want_err" play "$@"
}

play 0 = = '' chess --seed 1
play 0 = = quit chess
play 0 '~ferz plays: [a-h][1-8][a-h][1-8]' = 'e2e4;quit' chess --seed 1 --level 1
play 0 '~ferz plays: *' = '' chess --as black --seed 1 --level 1
play 0 '=check: white
black wins: checkmate' = 'f2f3;e7e5;g2g4;d8h4' chess --as both
play 0 '=draw: stalemate' = 'f5f7' chess --as both --fen '7k/8/6K1/5Q2/8/8/8/8 w - - 0 1'
play 0 '=check: white
black wins: checkmate
undone: 1
new game' '~*the game is over*' 'f2f3;e7e5;g2g4;d8h4;a2a3;undo;new' chess --as both
play 0 "~ferz plays: *undone: 2
$start" = 'e2e4;undo;fen' chess --seed 1 --level 1
play 0 = '~*nothing to take back*' undo chess

# What a script failed on is taken back with the move.
cat >"$own/fails.yaml" <<'END'
extends: chess
script: fails.lua
end: {gap: {when: hook gap, result: draw}}
END
cat >"$own/fails.lua" <<'END'
function gap()
    if not piece(cell("d2")) then error("a gap") end
end
END
play 0 '~undone: 1*rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1' '~*a gap*' 'd2d4;undo;e2e3;fen' --as both "$own/fails.yaml"
[ "$(grep -c 'error: a gap' err)" -eq 1 ]
verdict $? 'what a script failed on is said once and taken back with the move'

# What is hidden stays hidden: the move, the position, the list of moves, the reason; at the end all is shown.
play 0 '=White has moved
ferz plays: ?
Black has moved
8/8/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 2' = 'e2e4;fen' kriegspiel --set setup=standard --seed 1 --level 1
play 0 '~impossible
no
*White has moved*' = 'e1e8;any?;e2e4' kriegspiel --set setup=standard --as white --seed 1 --level 1
play 0 '~ferz plays: ?
*choosing=1 crown-white=[?]' = fen crown --as black --seed 1 --level 1
play 0 '~*ferz plays: ?*8/8/8/8/8/8/8/8\[kqrrbbnnpppppppp\] b*' = fen battle-chess --as black --seed 1 --level 1
play 0 '~*crown-white=1 crown-black=[?]*crown-white=[?] crown-black=2*' = 'crown-K;crown-D;fen;e2e4;fen' crown --as all

# Dice are thrown in the open and from the seed; people and ferz sit where they like.
play 0 '=chance: roll 6
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 roll=6' = fen dice-chess --as both --seed 3
play 0 '~chance: roll *ferz plays: *chance: roll *yellow*' = '' ludo --as none --seed 3 --level 1
play 0 '~ferz plays: *ferz plays: *ferz plays: *ferz plays: *' = b4c4 four-handed-cross --as black --seed 1 --level 1
play 0 '~ferz plays: *' = '' four-handed-cross --as black,green,red --seed 1 --level 1
play 0 '~*A:e2e4*' = 'moves A:e2' swedish-chess --as all
play 0 '~hint: [a-h][1-8][a-h][1-8]' = hint chess --as both --level 1
play 0 '=hint: d8h4' = 'f2f3;e7e5;g2g4;hint' chess --as both
play 0 '~legal*' = 'why e2e4' chess
play 0 '~illegal: *' = 'why e2e5' chess
play 0 = '~*why needs MOVE*' why chess
play 0 '=e2e3
e2e4' = 'moves e2' chess
play 0 = '~*no legal move begins with e5*' 'moves e5' chess
play 0 '=level: 3
level: 3' '~*from 1 to 10*' 'level 3;level 0;level' chess
play 0 "~1  R N B K Q B N R
*turn: white" = flip chess
play 0 "~8  r n b q k b n r
*turn: white" = board chess
play 0 "=$start" = fen chess
play 0 '~ferz plays: *' = go chess --as both --seed 1 --level 1
play 0 '~*undo*hint*why*moves*go*level*flip*fen*new*save*load*help*quit*' = help chess
play 0 = '~?*' 'e2e5' chess
play 0 = '~*did you mean help?*' hlep chess
play 0 = '~*takes nothing*' 'undo now' chess
play 1 = '~?*' '' chess --fen nonsense
play 3 = '~?*' '' nosuchgame

game_of() { printf 'e2e4\ng1f3\nfen\n' | "$FERZ" play chess --level 2 --seed "$1" 2>&1; }
[ -n "$(game_of 4)" ] && [ "$(game_of 4)" = "$(game_of 4)" ]
verdict $? 'the same seed gives the same game'
printf 'e2e4\nquit' | "$FERZ" play chess --color auto --as both >out 2>&1
[ "$(LC_ALL=C tr -d '[:print:]\n' <out | wc -c)" -eq 0 ] && ! grep '>' out
verdict $? 'through a pipe there are no colours and no prompt'

# ---- saved games ----

after='rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'
play 0 '=saved: a game.txt' = 'e2e4;e7e5;save a game.txt' chess --as both
printf 'ferz game 1\ngame: chess\nstart: %s\nmoves: e2e4 e7e5\n' "$start" | cmp -s - 'a game.txt'
verdict $? 'a saved game is as its description says'
[ "$(find . -name '.ferz*' | wc -l)" -eq 0 ]
verdict $? 'saving leaves nothing else behind'
play 0 "=loaded: a game.txt
$after" = 'load a game.txt;fen' chess --as both
play 0 "=loaded: a game.txt
undone: 1
new game
$start" = 'load a game.txt;undo;new;fen' chess --as both
play 0 "=loaded: a game.txt
$after" = 'load a game.txt;fen' shatranj --as both
play 0 '=saved: set.txt' = 'save set.txt' chess --as both --set repetition=automatic
grep -qx 'set: repetition=automatic' set.txt && grep -qx 'moves:' set.txt
verdict $? 'settings are saved'
play 0 '=loaded: set.txt' = 'load set.txt' chess --as both
cp set.txt before.txt
play 0 = '~*set.txt exists already; nothing was written (--force replaces it)*' 'e2e4;save set.txt' chess --as both
cmp -s set.txt before.txt
verdict $? 'a file that exists is not replaced'
play 0 '=saved: set.txt' = 'e2e4;save --force set.txt' chess --as both
grep -qx 'moves: e2e4' set.txt
verdict $? 'with --force it is'
t 1 = '~*set.txt exists already*' export chess --output set.txt
t 0 = = export chess --output set.txt --force
mkdir folder
play 0 = '~*folder: not a regular file*' 'save folder' chess
play 0 = '~*folder: not a regular file*continues*' 'load folder' chess
play 0 = '~*no/such/folder*' 'save no/such/folder/game' chess
play 0 = '~*missing.txt: *continues*' 'load missing.txt' chess

bad() { # WHERE CONTENT: refused with that place, and the game at hand stays
    # shellcheck disable=SC2059
    printf "$2" >bad.txt
    play 0 "=$start" "~*bad.txt$1*the current game continues*" 'load bad.txt;fen' chess --as both
}
g='ferz game 1\ngame: chess\n'
bad :1: ''
bad :1: "ferz game 2\ngame: chess\nstart: $start\nmoves:\n"
bad :1: '\033[31mferz game 1\n'
bad :2: 'ferz game 1\n'
bad :2: 'ferz game 1\n\n'
bad :2: 'ferz game 1\nGame: chess\n'
bad :2: 'ferz game 1\ngame:chess\n'
bad :2: 'ferz game 1\ngame: \n'
bad :2: 'ferz game 1\ngame: ch\000ess\n'
bad :2: 'ferz game 1\ngame: \377\n'
bad :3: 'ferz game 1\ngame: chess\r\n'
bad :3: "${g}game: chess\nstart: $start\nmoves:\n"
bad :3: "${g}set: =1\nstart: $start\nmoves:\n"
bad :4: "${g}start: $start\nset: x\nmoves:\n"
bad :4: "${g}moves:\nstart: $start\n"
bad :5: "${g}start: $start\nmoves:\nmoves:\n"
bad :5: "${g}start: $start\nmoves:\nmore\n"
bad :4: "${g}start: $start\n"
bad : "${g}start: $start\nmoves: e2e4 e2e4\n"
bad : "ferz game 1\ngame: ./evil.yaml\nstart: $start\nmoves:\n"
printf "${g}set: nosuchoption\nstart: $start\nmoves:\n" >bad.txt
play 0 "=$start" '~*nosuchoption*continues*' 'load bad.txt;fen' chess --as both
head -c 1100000 /dev/zero | tr '\0' a >bad.txt
play 0 "=$start" '~*bad.txt: too large*continues*' 'load bad.txt;fen' chess --as both
mkfifo pipe
play 0 "=$start" '~*pipe: not a regular file*' 'load pipe;fen' chess --as both
head -c 100000 /dev/zero | tr '\0' a | "$FERZ" play chess >out 2>err
[ $? -eq 0 ] && grep -q 'neither a move nor a command' err
verdict $? 'an endless line is refused'
printf 'e2\000e4\n\033[2Jx\nfen\n' | "$FERZ" play chess --as both >out 2>err
[ $? -eq 0 ] && [ "$(cat out)" = "$start" ] && [ "$(LC_ALL=C tr -d '[:print:]\n' <err | wc -c)" -eq 0 ]
verdict $? 'control bytes that are typed are not printed'

# ---- colours, broken streams ----

t 0 "~*$(printf '\033')\[*" = show chess --color always
t 0 "=$board
turn: white
fen: $start" = show chess --color auto

for words in list 'show chess' 'moves chess --json' 'perft chess --depth 2 --divide' --help 'play chess --as black'; do
    "$FERZ" $words >&- 2>err </dev/null
    [ $? -eq 3 ] && [ "$(grep -c 'cannot write' err)" -eq 1 ]
    verdict $? "ferz $words, standard output closed" "$(cat err)"
    if [ -c /dev/full ]; then
        "$FERZ" $words >/dev/full 2>err </dev/null
        [ $? -eq 3 ] && [ "$(grep -c 'cannot write' err)" -eq 1 ]
        verdict $? "ferz $words, disk full" "$(cat err)"
    fi
    # The reader is gone before anything is written.
    { sleep 0.5; "$FERZ" $words 2>err </dev/null; echo $? >status; } | :
    [ "$(cat status)" -eq 3 ] && ! grep -q write err
    verdict $? "ferz $words, nobody reads" "$(cat status err)"
done
"$FERZ" show chess >out 2>&- <&-
[ $? -eq 0 ] && [ -s out ]
verdict $? 'standard input and error closed'
"$FERZ" show nosuchgame >out 2>&-
[ $? -eq 3 ] && [ ! -s out ]
verdict $? 'a message without standard error'
"$FERZ" fen chess --moves - <folder >out 2>err
[ $? -eq 3 ] && [ ! -s out ] && [ -s err ]
verdict $? 'standard input cannot be read'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
