#!/bin/sh
# Prints a dictionary for libFuzzer: words that our sources look for. Usage: words.sh TARGET
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)

# The texts in C sources that could be words.
texts() {
    # shellcheck disable=SC2068 # patterns, to be expanded there
    (cd "$root/interp" && cat $@) | grep -v '^ *\.\?\(doc\|example\) *=' | grep -o '"[A-Za-z_][A-Za-z0-9_ -]\{1,24\}"'
}

# Whatever is said on standard input, a word a line.
quote() {
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/"&"/'
}

case $1 in
document | ruleset | export | tuning)
    texts rules/schema_table.c rules/tuning.c search/eval_params.c
    printf '%s\n' ': ' '- ' '[' ']' '{' '}' '|' '>-' '&a' '*a' '<<' '!!' '---' '...' '%YAML' '# ' | quote
    printf '%s\n' 'extends: chess' 'extends: crazyhouse' 'own rank 1' 'file a' '8x8' '5x5' 'none' '0..9' '$value' '$draw' | quote
    printf '%s\n' '"\x0a  "' '"\x0a    "' '"\xef\xbb\xbf"' '"\xc2\x85"' '"\xe2\x80\xa8"' '"\xe2\x80\xae"'
    ;;
methods)
    grep -o '"[a-z_]\{2,24\}"' "$root/interp/service/methods.json" | sort -u
    printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"' '","params":{' '"session":"s1"' '"game":"chess"' '}}' '\u0000' | quote
    ;;
http)
    printf '%s\n' 'GET / HTTP/1.1\r\n' 'POST /rpc HTTP/1.1\r\n' '/events' 'HEAD' 'OPTIONS' 'Host: HOST\r\n' 'Origin: http://HOST\r\n' \
        'X-Ferz-Token: TOKEN\r\n' 'Content-Type: application/json\r\n' 'Content-Length: 2' 'Transfer-Encoding: chunked\r\n' 'Expect: 100-continue\r\n' \
        'Connection: close\r\n' 'Range: bytes=0-1\r\n' '\r\n\r\n' '/main.js' '%2e%2e/' '{"jsonrpc":"2.0","id":1,"method":"methods"}' | sed 's/"/\\"/g; s/\\r\\n/\\x0d\\x0a/g; s/.*/"&"/'
    ;;
lsp)
    grep -oh '"[a-zA-Z/$]\{2,40\}"' "$root"/interp/lsp/server.c "$root"/interp/lsp/complete.c "$root"/interp/lsp/navigate.c | sort -u
    printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"textDocument/' '"params":{"textDocument":{"uri":"file:///a.yaml"}' '"position":{"line":0,"character":0}' \
        'name: X\nextends: chess\npieces:\n  ' '- {' '}]' ': |\n ' '\u0000' '"context":{"includeDeclaration":true}' '"newName":"x"' | quote
    texts rules/schema_table.c
    ;;
betza) printf '%s\n' W F D N A H C Z G L J B R Q K '(1,2)' '(2,0,1)' f b l r v s h m c d e n j p g i o t y u a 0 2 33 '[' ']' '-' '?' | quote ;;
script)
    texts script/script_api.c script/script_stdlib.c script/live_hooks.c script/read_values.c
    printf '%s\n' function end return 'local ' 'for ' 'while true do' 'then' 'repeat' 'until' goto '::a::' '..' '//' '<<' '~=' '<close>' \
        '<const>' 'effects(' 'allows(' 'made(' 'moves(' 'choices(' 'announce(' 'ending(' 'leaps(' 'passes(' 'castling(' 'start(' \
        'on_capture(' '{capture=' '{put=' '{transform=' '{give=' '{move=' '{hand=' '{counter=' '{next_player=' '{roll=' '{use_die=' '{to_hand=' '{put_under=' \
        '{right=' '{en_passant=' '{halfmove_clock=' 'text=' '0x7fffffffffffffff' '1e308' '0/0' '[[' ']]' '--[==[' | quote
    ;;
figure)
    texts rules/svg_figure.c
    printf '%s\n' '<svg viewBox="0 0 9 9">' '</svg>' '<g>' '</g>' '<path d="' 'M0 0h9v9z' '"/>' '<!--' '-->' '<?' '?>' '<!DOCTYPE' '<![CDATA[' '&#1;' \
        'style="' 'fill:#fff;' 'translate(1 2)' 'matrix(' '1e-9' 'url(#a)' 'javascript:' '<script>' | quote
    ;;
fen | openings) printf '%s\n' / '[' ']' ' w ' ' b ' 'KQkq' ' - ' '+' '~' '(' ')' 'wR,' '10' '0 1' 'dice' '=' | quote ;;
moves) printf '%s\n' 'e2e4' 'O-O' 'e1g1' 'N@e4' '=q' '+' 'roll ' 'pass' 'claim' 'any?' '*' '?' '!' '<' | quote && texts play/notation.c ;;
uci | usi | xboard)
    texts protocol/uci.c protocol/xboard.c protocol/engine_session.c
    printf '%s\n' 'position startpos moves ' 'position fen ' 'position sfen ' 'go depth 2' 'go nodes 100' 'setoption name ' ' value ' \
        'shogi' 'tic-tac-toe' 'chess' '2147483647' '-1' | quote
    ;;
import)
    texts 'formats/*.c'
    printf '%s\n' '[a:chess]' ' = ' '*' ';' | quote
    ;;
examples)
    texts examples/examples.c authoring/examples_schema.c
    printf '%s\n' 'title: ' 'fen: ' 'moves: ' '- {' '[' ']' ': ' '"' e2e4 'status: ongoing' 'counts: [20, 400]' | quote
    ;;
engine)
    texts 'match/player_*.c'
    printf '%s\n' 'bestmove ' 'move ' 'uciok' 'usiok' 'readyok' 'option name ' ' type combo' ' var chess' 'feature done=1' 'pong 1' \
        '1-0 {' e2e4 'feature myname="' 'resign' | quote
    ;;
diagram) printf '%s\n' 'piece ' 'of ' 'at ' 'flip ' 'mark ' 'fen ' 'size ' bare text white black e4 , king a1 | quote ;;
play)
    texts cli/play.c
    printf '%s\n' e2e4 'save x' 'load x' 'load chess.yaml' 'why e2e4' 'moves e2' undo go hint flip 'level 2' 'N@e4' | quote
    ;;
saved) printf '%s\n' 'ferz game 1' 'game: ' 'set: ' 'start: ' 'moves: ' | quote ;;
esac | grep -v '^""$' | sort -u
