#!/bin/sh
# Whatever comes from a file, a script, another program, the command line or the environment is printed so that it forges nothing:
# no line of a protocol, no sequence of a terminal, no tag, no markup, no second fact.
# usage: test_escaping.sh PATH-OF-FERZ
#
# Each command is given hostile words in every place that it has. What it prints on either stream must be UTF-8 without control
# characters, line separators and turns of the writing direction; no line may begin as the hostile words want it to; JSON, SVG and
# PGN must be whole (jq and xmllint look, where they are).
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
TERM=dumb
export TERM
unset NO_COLOR

# The hostile words: a forged line, a sequence of the terminal, C1's CSI, a turn of the writing direction, a line separator, a byte
# that is no UTF-8, quotes, markup, tags, the ends of comments.
nl='
'
bytes=$(printf '\033[31m\302\233\342\200\256\342\200\250\377\007\015')
marks='"q'"'"'] [x "y"] </svg><script>alert(1)</script> ]]> --> {c} | \ `touch ran` $(touch ran) %s %n'
evil="x${nl}bestmove a1a2${nl}move a1a2${nl}pong 9${nl}[Forged \"1\"]${nl}error: forged${bytes} $marks"

wrong() { # NAME WHAT
    failed=$((failed + 1))
    echo "FAILED $1: $2"
    cat -v out err | cut -c1-300 | head -20 | sed 's/^/    /'
}

# What may not be shown, and what would be forged: lines for grep. They are read once; most of this test's time is starting programs.
printf '[\001-\010\013-\037\177]\n\302[\200-\237]\n\342\200[\213-\217\250-\256]\n\330\234\n\363\240\n\314\201\314\201\314\201\314\201\314\201\n\342\201[\246-\251]\n' >may-not-be-shown
printf '^%s\n' 'bestmove a1a2' 'move a1a2' 'pong 9' '.Forged ' 'error: forged' >forged

dirty() { # FILE…: whether they hold what may not be shown
    LC_ALL=C grep -a -q -f may-not-be-shown "$@" || ! iconv -f UTF-8 -t UTF-8 "$@" >/dev/null 2>&1
}

clean() { # NAME: looks at out and err
    if dirty out err; then
        wrong "$1" "what may not be shown is on standard output or standard error"
        return 1
    fi
    if grep -q -a -f forged out err; then
        wrong "$1" "a line is forged on standard output or standard error"
        return 1
    fi
    if grep -q -e 'AddressSanitizer' -e 'LeakSanitizer' -e 'runtime error:' err; then
        wrong "$1" 'a sanitizer speaks'
        return 1
    fi
    if [ -e ran ]; then
        wrong "$1" 'something ran'
        rm -f ran
        return 1
    fi
    passed=$((passed + 1))
}

# say NAME STATUSES WORDS...: runs ferz; the status must be one of those given. Standard input is $input.
input=
say() {
    name=$1 statuses=$2
    shift 2
    printf '%s' "$input" | timeout 60 "$FERZ" "$@" >out 2>err
    status=$?
    case " $statuses " in
    *" $status "*) clean "$name" ;;
    *) wrong "$name" "exit status $status, not $statuses" ;;
    esac
}

json() { # NAME
    if command -v jq >/dev/null 2>&1 && ! jq -e . out >/dev/null 2>&1; then
        wrong "$1" 'no JSON'
    fi
}

xml() { # NAME
    if grep -q '<script' out; then
        wrong "$1" 'markup gets through'
    elif command -v xmllint >/dev/null 2>&1 && ! xmllint --noout out 2>/dev/null; then
        wrong "$1" 'no XML'
    fi
}

# A remark of a game may begin a line with any words; tags may not.
tags() { # NAME FILE
    cp "$2" out
    if dirty out; then
        wrong "$1" 'the file holds what may not be shown'
    elif grep '^\[' out | grep -v -q '^\[[A-Za-z]* "\([^"\\]\|\\.\)*"\]$' || grep -q -e '^.Forged' -e '^%' out; then
        wrong "$1" 'a tag is broken'
    else
        passed=$((passed + 1))
    fi
}

# ---- what hides in rules: direction marks, zero-width characters, tags, a run of marks over other lines ----

hidden=$(printf 'a\342\200\217b\342\200\213c\330\234d\363\240\201\241e\314\201\314\201\314\201\314\201\314\201\314\201f')
mkdir hidden
cat >hidden/hides.yaml <<END
name: $hidden
name_ru: "$hidden"
about: $hidden
board: {size: 3x3}
pieces:
  king: {letter: k, moves: K, royal: true}
options:
  loud: {about: $hidden, patch: {about: $hidden}}
start: k2/3/2K w
END
printf 'name: x\nextends: hides\n%s: 1\nzones: {z: %s}\n' "$hidden" "$hidden" >hidden/broken.yaml
printf 'examples:\n  - title: %s\n    count: 1\n' "$hidden" >hidden/hides.test.yaml
for format in text markdown html; do
    say "hidden-explain-$format" 0 explain hidden/hides.yaml --format $format
    say "hidden-explain-ru-$format" 0 explain hidden/hides.yaml --format $format --lang ru
done
say hidden-check 1 check hidden/broken.yaml
grep -q 'E2.x80.x8F' err || wrong hidden-check 'it is not shown escaped'
say hidden-check-json 1 check hidden/broken.yaml --json && json hidden-check
say hidden-show 0 show hidden/hides.yaml
say hidden-list 0 list --rules hidden
grep -q 'a.xE2.x80.x8Fb' out || wrong hidden-list 'it is not shown escaped'
say hidden-test '0 1' test hidden/hides.yaml
say hidden-uci 0 uci hidden/hides.yaml
say hidden-diagram 0 diagram hidden/hides.yaml
say hidden-fen '0 1' fen chess --fen "$hidden"

# ---- rules, with what YAML may say in a text: quotes, markup, newlines ----

mkdir rules
cat >rules/evil.yaml <<'END'
name: "x\nbestmove a1a2\nmove a1a2\npong 9\n[Forged \"1\"]\nerror: forged \"q'] [x \"y\"] </svg><script>alert(1)</script> ]]> --> {c} | \\ `touch ran` $(touch ran) %s %n\n"
name_ru: "x\nbestmove a1a2 </svg><script>alert(1)</script>"
about: "</svg><script>alert(1)</script> ]]> --> {c} | \\ `touch ran` %s %n [x](y)"
about_ru: "</svg><script>alert(1)</script> ]]> --> {c} | \\ `touch ran` %s %n [x](y)"
board: {size: 5x5}
pieces:
  king: {letter: k, moves: K, royal: true}
  rook: {letter: r, moves: R}
options:
  loud:
    about: "</td></svg><script>alert(1)</script> ]]> --> {c} | \\ %s %n"
    patch: {pieces: {rook: {moves: B}}}
script: evil.lua
hooks: {refuses: {at: legal}}
start: k3r/5/5/5/K3R w
end: {checkmate: loss, stalemate: draw, by script: {when: hook over}}
END
cat >rules/evil.lua <<'END'
local EVIL = "x\nbestmove a1a2\nmove a1a2\npong 9\n[Forged \"1\"]\nerror: forged\27[31m\u{9b}\u{202E}\u{2028}\255\7\r\0 \"q'] </svg><script>alert(1)</script> {c} \\ %s %n"
function refuses(move) if move.to == 1 then return EVIL end return true end
function over() if count("white") + count("black") < 4 then return {winner = "white", reason = EVIL} end end
END
cat >rules/evil.test.yaml <<'END'
examples:
  - title: "x\nbestmove a1a2\nerror: forged </svg> | %s %n"
    moves: e1e5
    status: "white wins: x\nbestmove a1a2\nerror: forged"
  - moves: "a1a9\nbestmove"
END
game=rules/evil.yaml
say check 0 check $game
say check-json 0 check $game --json && json check-json
say show 0 show $game
say show-won 0 show $game --moves e1e5
say status 0 status $game --moves e1e5
say status-json 0 status $game --moves e1e5 --json && json status-json
say moves-json 0 moves $game --json && json moves-json
say why 1 why $game a1b1
say why-json 1 why $game a1b1 --json && json why-json
say why-status 0 why $game --status --moves e1e5
for format in text markdown html; do
    say "explain $format" 0 explain $game --format $format
    say "explain $format ru" 0 explain $game --format $format --lang ru
    if [ $format = html ] && grep -q '<script' out; then wrong explain 'markup gets through'; fi
    if [ $format = html ] && [ "$(grep -n -m 1 "^<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; " out | cut -d: -f 1)" != 5 ]; then
        wrong explain 'the page may run or load what it likes'
    fi
done
say diagram 0 diagram $game && xml diagram
say diagram-piece 0 diagram $game --piece rook && xml diagram-piece
say diagram-text 0 diagram $game --piece rook --text
say list 0 list --rules rules
[ "$(grep -c '^evil	' out)" = 1 ] || wrong list 'the game is not on one line'
say list-json 0 list --rules rules --json && json list-json
say export 1 export $game
say best 0 best $game --nodes 200
say best-json 0 best $game --nodes 200 --json && json best-json
say playouts 0 playouts $game --games 20 --seed 1
say playouts-json 0 playouts $game --games 20 --seed 1 --json && json playouts-json
say diff 1 diff $game --set loud --games 2
say diff-json 1 diff $game --set loud --games 2 --json && json diff-json
say test 1 test $game
say test-json 1 test $game --json && json test-json
say record 0 test $game --record --title "$evil"
say new 0 new mine --from evil --rules rules --dir made
say new-is-sound 0 check made/mine.yaml --rules rules
input="e1e5${nl}why a1b1${nl}moves${nl}fen${nl}$evil${nl}save $evil${nl}load $evil${nl}why $evil${nl}moves $evil${nl}"
say play 0 play $game --as all
input=
say match '1 3' match $game --games 2 --nodes 20 --plies 1 --engine random --engine "name='$(printf %s "$evil" | tr -d "'")' cmd=false" --pgn games.pgn
tags match-pgn games.pgn
for protocol in uci usi xboard; do
    input="$protocol${nl}protover 2${nl}setboard k3r/5/5/5/K3R w${nl}position startpos moves e1e5${nl}position fen $evil${nl}setoption name $evil value $evil${nl}setoption name UCI_Variant value $evil${nl}usermove $evil${nl}setboard $evil${nl}variant $evil${nl}name $evil${nl}option $evil${nl}echo $evil${nl}$evil${nl}quit${nl}"
    say $protocol 0 $protocol $game
    if grep -q -e '^readyok' -e '^Error.*:.*:.*a1a2$' out; then wrong $protocol 'an answer to no question'; fi
done
input=
# It ends when it is told to.
timeout 2 "$FERZ" watch $game >out 2>err </dev/null
clean watch

# What a script announces is refused where it is no plain line; texts of its moves are made plain.
i=0
for words in '\n' '\27[31m' '\127' '\u{9b}' '\u{202e}' '\u{2028}' '\u{2066}' '\255' '\0'; do
    i=$((i + 1))
    printf 'extends: chess\nname: Heard\nscript: heard.lua\nhooks: {heard: {at: announce}, more: {at: moves}}\n' >rules/heard.yaml
    printf 'function heard() return "x%sbestmove a1a2" end\nfunction more() return {{from = 1, to = 2, text = "y%sbestmove a1a2"}} end\n' "$words" "$words" >rules/heard.lua
    say "text of a move $i" 0 moves rules/heard.yaml
    say "text of a move, JSON $i" 0 moves rules/heard.yaml --json && json "text of a move $i"
    say "announced $i" 1 status rules/heard.yaml --moves e2e4
    grep -q 'must be plain lines' err || wrong "announced $i" 'not refused'
done

# ---- rules with what they may not say ----

for escape in 'e[31m' u202E u2028 x7F x9B 0 r a u2066 N; do
    printf 'extends: chess\nname: "a\\%s"\n' "$escape" >escape.yaml
    say "escape \\$escape" 1 check ./escape.yaml
    grep -q -e '\[E0205\]' err || wrong "escape \\$escape" 'not refused with its code'
done
for raw in '\342\200\256' '\342\201\246' '\033' '\302\205' '\177' '\342\200\250'; do
    # shellcheck disable=SC2059 # the bytes are the format
    { printf 'extends: chess\nname: a # '; printf "$raw\n"; } >raw.yaml
    say "raw $raw" 1 check ./raw.yaml
    grep -q -e '\[E0205\]' err || wrong "raw $raw" 'not refused with its code'
done
# A key, a value, a name of another game, a script, a condition: all are quoted in messages.
i=0
for rules in "name: x${nl}\"$(printf %s "$marks" | tr -d '"\\')\": 1" "name: x${nl}extends: '$(printf %s "$marks" | tr -d "'")'" \
    "extends: chess${nl}name: x${nl}script: '../$(printf %s "$marks" | tr -d "'")'" "extends: chess${nl}name: x${nl}start: '$(printf %s "$marks" | tr -d "'")'" \
    "extends: chess${nl}name: x${nl}end: {x: {when: '$(printf %s "$marks" | tr -d "'")', result: draw}}" \
    "extends: chess${nl}name: x${nl}pieces: {knight: {moves: '$(printf %s "$marks" | tr -d "'")'}}" \
    "extends: \"x\\nbestmove a1a2\\nerror: forged\"" "name: x${nl}\"x\\nbestmove a1a2\": 1" "extends: chess${nl}name: x${nl}start: \"x\\nbestmove a1a2\"" \
    "extends: chess${nl}name: x${nl}script: \"x\\nbestmove a1a2.lua\"" "extends: chess${nl}name: x${nl}look: \"x\\nbestmove a1a2\""; do
    i=$((i + 1))
    printf '%s\n' "$rules" >quoted.yaml
    say "quoted $i" 1 check ./quoted.yaml
    say "quoted $i json" 1 check ./quoted.yaml --json && json "quoted $i"
done

# ---- a hostile path ----

folder=$(printf 'd\nbestmove a1a2\nerror: forged\033[31m\342\200\256"]')
mkdir -p "$folder" && cp rules/evil.lua rules/evil.test.yaml "$folder/" && cp rules/evil.test.yaml "$folder/$folder.test.yaml"
cp rules/evil.yaml "$folder/$folder.yaml"
game="./$folder/$folder.yaml"
say path-check 0 check "$game"
say path-check-json 0 check "$game" --json && json path-check
say path-show 0 show "$game"
say path-why 1 why "$game" a1b1
say path-why-json 1 why "$game" a1b1 --json && json path-why
say path-explain 0 explain "$game" --format html
say path-diagram 0 diagram "$game" && xml path-diagram
say path-test 1 test "$game"
say path-list 0 list --rules "$folder"
say path-list-json 0 list --rules "$folder" --json && json path-list
say path-export 1 export "$game"
say path-diff 1 diff "$game" chess --games 1
say path-match 0 match "$game" --games 2 --nodes 20 --plies 1 --engine random --engine ferz --pgn path.pgn
tags path-pgn path.pgn
input="uci${nl}xboard${nl}protover 2${nl}isready${nl}quit${nl}"
say path-uci 0 uci "$game"
say path-xboard 0 xboard "$game"
input="save $folder/saved${nl}load $folder/saved${nl}"
say path-play 0 play "$game" --as all
input=
say path-play-again '0 1 3' play "$folder/saved"
printf 'broken: [\n' >"$folder/broken.yaml"
say path-broken 1 check "$folder/broken.yaml"
say path-broken-json 1 check "$folder/broken.yaml" --json && json path-broken
say path-missing 3 check "$folder/missing.yaml"
say path-new '0 1 2 3' new "$folder" --dir made
say path-import 1 import "$folder/broken.yaml"
printf '[%s]\npieceToCharTable = x\n[a:chess]\nextinctionValue = %s\n[b:%s]\n' "$folder" "$folder" "$folder" >"$folder/v.ini"
say path-import-ini '0 1' import "$folder/v.ini"
say path-import-json '0 1' import "$folder/v.ini" --json
say path-output 3 diagram chess --output "$folder/missing/x.svg"
say path-png '0 3' diagram chess --png --output "$folder/x.png"

# ---- the command line ----

i=0
for words in "$marks" "$evil" "x${nl}bestmove a1a2" ""; do
    i=$((i + 1))
    in_share $((i + 2)) || continue
    say "command $i" 2 "$words"
    say "option $i" 2 check "--$words"
    for command in check show fen moves status explain perft best playouts tune play match diff watch uci usi xboard bench export test diagram; do
        case $command in
        perft) more='--depth 1' ;;
        best) more='--nodes 10' ;;
        match | playouts) more='--games 1' ;;
        *) more= ;;
        esac
        # shellcheck disable=SC2086 # words
        say "$command $i" '1 2 3' $command "$words/x" $more
    done
    say "set $i" '1 2' check chess --set "$words"
    say "set value $i" '1 2' check chess --set "repetition=$words"
    say "fen $i" 1 show chess --fen "$words"
    say "fen json $i" 1 show chess --fen "$words" --json
    say "moves $i" '0 1' show chess --moves "$words"
    say "why $i" '1 2' why chess "$words"
    say "why json $i" '1 2' why chess "$words" --json && { [ ! -s out ] || json "why $i"; }
    say "piece $i" '1 2' diagram chess --piece "$words"
    say "square $i" '1 2' diagram chess --piece knight --square "$words"
    say "player $i" '1 2' diagram chess --piece knight --player "$words"
    say "flip $i" '1 2' diagram chess --flip "$words"
    say "highlight $i" '0 1 2' diagram chess --highlight "$words"
    say "size $i" 2 diagram chess --size "$words"
    say "as $i" '0 1 2' play chess --as "$words"
    say "seed $i" 2 best chess --nodes 10 --seed "$words"
    say "engine $i" '0 2 3' match chess --games 1 --nodes 10 --engine "$words"
    say "engine word $i" '2 3' match chess --games 1 --nodes 10 --engine "cmd=x $words=1"
    say "tc $i" 2 match chess --games 1 --tc "$words"
    say "sprt $i" 2 match chess --games 1 --nodes 1 --sprt "$words"
    say "openings $i" '1 2 3' match chess --games 1 --nodes 1 --openings "$words/x"
    say "pgn $i" 3 match chess --games 1 --nodes 1 --pgn "$words/x/y"
    say "board $i" '1 2' new x --board "$words" --dir made
    say "pieces $i" '1 2' new x --pieces "$words" --dir made
    say "from $i" '1 2 3' new x --from "$words/x" --dir made
    say "import $i" '1 2 3' import "$words/x"
    say "variant $i" '1 2 3' import rules/evil.yaml --variant "$words"
    say "color $i" 2 check chess --color "$words"
    say "completion $i" '1 2' completion "$words"
    say "completion settings $i" '0 1 2' completion settings "$words/x"
    say "schema $i" 2 schema "$words"
    say "code $i" '1 2 3' explain "$words/E9"
    say "format $i" 2 explain chess --format "$words"
done

# ---- the environment ----

for name in FERZ_RULES TERM LANG LC_ALL NO_COLOR COLUMNS HOME TMPDIR; do
    for words in "$marks" "$evil" ''; do
        env "$name=$words" timeout 20 "$FERZ" check nowhere >out 2>err </dev/null
        clean "$name with check"
        env "$name=$words" timeout 20 "$FERZ" list >out 2>err </dev/null
        clean "$name with list"
        env "$name=$words" timeout 20 "$FERZ" show "$root/rules/chess.yaml" >out 2>err </dev/null
        clean "$name with show"
    done
done

# ---- another program ----

cat >engine.sh <<'END'
#!/bin/sh
# Says hostile things as the protocol $1.
evil=$(cat evil.txt)
while IFS= read -r line; do
    case $line in
    uci) printf 'id name %s\noption name %s type combo default %s var %s\noption name UCI_Variant type combo default chess var chess var %s\nuciok\n' \
        "$evil" "$evil" "$evil" "$evil" "$evil" ;;
    usi) printf 'id name %s\noption name %s type combo default %s var %s\noption name USI_Variant type combo default chess var chess var %s\nusiok\n' \
        "$evil" "$evil" "$evil" "$evil" "$evil" ;;
    protover*) printf 'feature myname="%s" variants="normal,%s" option="%s" setboard=1 usermove=1 ping=1 done=1\n' "$evil" "$evil" "$evil" ;;
    ping*) printf 'pong %s\n' "${line#ping }" ;;
    isready) echo readyok ;;
    go*) printf 'info string %s\nbestmove %s\n' "$evil" "$evil" ;;
    usermove*) printf 'telluser %s\nmove %s\n' "$evil" "$evil" ;;
    quit) exit ;;
    esac
done
END
printf '%s' "$evil" | tr '\n' ' ' >evil.txt
for protocol in uci usi xboard; do
    case $protocol in xboard) variant=normal ;; *) variant=chess ;; esac
    say "engine by $protocol" 1 match chess --games 2 --plies 1 --depth 1 --engine "cmd='sh engine.sh' proto=$protocol variant=$variant" --pgn "$protocol.pgn"
    tags "engine by $protocol, PGN" $protocol.pgn
    say "engine by $protocol, JSON" 1 match chess --games 2 --plies 1 --depth 1 --json \
        --engine "name='$(printf %s "$marks" | tr -d "'")' cmd='sh engine.sh' proto=$protocol variant=$variant" && json "engine by $protocol"
done

# ---- files of other kinds ----

printf 'ferz game 1\ngame: %s\nset: %s\nstart: %s\nmoves: %s\n' "$(cat evil.txt)" "$(cat evil.txt)" "$(cat evil.txt)" "$(cat evil.txt)" >saved
input="load saved${nl}"
say saved-words 0 play chess --as all
printf 'ferz game 1\ngame: chess\nstart: %s\nmoves: %s\n' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' "$(cat evil.txt)" >saved
say saved-moves 0 play chess --as all
input=
printf '%s\n' "$evil" >book.epd
say openings '1 3' match chess --games 2 --nodes 10 --openings book.epd --engine random --engine random
printf '[%s]\nmaxRank = 8\n[x:%s]\n%s = %s\nstartFen = %s\n' "$(cat evil.txt)" "$(cat evil.txt)" "$(cat evil.txt)" "$(cat evil.txt)" "$(cat evil.txt)" >v.ini
say import '0 1' import v.ini
printf '[x:chess]\nstartFen = %s\n[y"<script>:chess]\ncastling = false\n' "$marks" >v.ini
say import-marks '0 1' import v.ini --output made
printf 'extends: chess\nname: Tuned\n' >tuned.yaml
printf 'tuning: "x\\nbestmove a1a2"\n"x\\nerror: forged": 1\n' >tuned.tuning.yaml
say tuning '0 1 3' best ./tuned.yaml --nodes 10
printf '%s' "$evil" >tuned.tuning.yaml
say tuning-bytes '0 1 3' best ./tuned.yaml --nodes 10
rm -f tuned.tuning.yaml
printf '%s' "$evil" >tuned.test.yaml
say examples-bytes '1 3' test ./tuned.yaml
printf '%s = = %s' 'x' "$evil" >evil2.lua
printf 'extends: chess\nname: Script\nscript: evil2.lua\n' >script.yaml
say script-bytes 1 check ./script.yaml
say script-bytes-json 1 check ./script.yaml --json && json script-bytes
for words in 'error("x\nbestmove a1a2\nerror: forged\27[31m\u{202e}\0 %s %n", 0)' 'error("script:1: x\nbestmove a1a2")' \
    'local t = {} t["x\nbestmove a1a2\27[31m"].y = 1' 'x["\27[31m\u{202e}"]()' 'cell("\27[31m\nbestmove a1a2")' 'local s = "\27[31m" + 1' \
    'counter("x\nbestmove a1a2")' 'option("x\nbestmove a1a2")' 'goto x\nbestmove' 'local a <x> = 1'; do
    printf '%s\n' "$words" >evil2.lua
    say "script $words" '0 1' check ./script.yaml
    say "script $words json" '0 1' check ./script.yaml --json && json "script $words"
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
