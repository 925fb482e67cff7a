#!/bin/sh
# `ferz new`: what it writes is sound at once, whatever was asked for, and nothing that is there is lost.
# usage: test_new.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

run() { # WANTED-STATUS WORDS...
    wanted=$1
    shift
    timeout 60 "$FERZ" "$@" >out 2>err </dev/null
    [ $? -eq "$wanted" ]
}

# A game that was just written: sound, without a word of warning, and its example comes true.
sound() { # FILE
    run 0 check "$1" && [ ! -s out ] && [ ! -s err ] && run 0 test "$1" && grep -q '^1 passed, 0 failed$' out
}

# ---- what can be asked for ----

run 0 new plain && grep -qx 'wrote plain.yaml' out && grep -qx 'wrote plain.test.yaml' out && sound plain.yaml
verdict $? 'a game of its own'
run 0 perft plain.yaml --depth 3 && grep -qx 'nodes 8902' out
verdict $? 'the usual pieces stand and move as everywhere'
head -n 1 plain.yaml | grep -qx '# yaml-language-server: $schema=ferz.schema.json' && [ -s ferz.schema.json ] &&
    head -n 1 plain.test.yaml | grep -qx '# yaml-language-server: $schema=ferz.examples.schema.json' &&
    [ -s ferz.examples.schema.json ]
verdict $? 'editors find the schemas beside the files'

for size in 2x4 3x4 4x4 5x5 5x6 6x6 7x7 8x8 9x10 10x8 16x16 26x26; do
    run 0 new "board-$size" --board $size && run 0 check "board-$size.yaml" && run 0 test "board-$size.yaml"
    verdict $? "a board of $size"
done
run 0 new fairies --board 10x10 --pieces king,queen,rook,bishop,knight,camel,archbishop,chancellor,grasshopper,cannon,pawn,wizard=FC &&
    sound fairies.yaml && run 0 moves fairies.yaml && [ "$(wc -l <out)" -gt 10 ]
verdict $? 'pieces of many kinds'
run 0 new lonely --pieces king && sound lonely.yaml
verdict $? 'a king alone'
run 0 new kingless --pieces queen,rook,pawn && sound kingless.yaml && ! grep -q royal kingless.yaml && grep -q extinct kingless.yaml
verdict $? 'no king'
run 0 new sentries --pieces king,stone,rook,pawn && sound sentries.yaml && run 0 explain sentries.yaml && grep -q 'It has no moves of its own' out
verdict $? 'a piece that stands'
run 0 new stones --board 9x9 --pieces stone && sound stones.yaml && run 0 moves stones.yaml && grep -q '@' out
verdict $? 'stones alone are dropped'
for pieces in wall=,rook commoner,stone pawn stone,wall= king,wall= grasshopper; do
    run 0 new odd-pieces --force --pieces "$pieces" && run 0 check odd-pieces.yaml && run 0 test odd-pieces.yaml
    verdict $? "pieces: $pieces"
done
run 0 new crowd --board 4x5 --pieces 'king, queen, rook, bishop, knight' && run 0 check crowd.yaml &&
    grep -q 'bishop. never comes into the game' err && run 0 test crowd.yaml
verdict $? 'more pieces than files'
run 0 new own-pawn --pieces king,queen,pawn=fmWfcF && sound own-pawn.yaml
verdict $? 'a known name with other moves'

games=0
for file in "$root"/rules/*.yaml; do
    name=$(basename "$file" .yaml)
    case $name in *.test | *.tuning) continue ;; esac
    games=$((games + 1))
    in_share $games 3 || continue
    run 0 new "my-$name" --from "$name" && run 0 check "my-$name.yaml" && [ ! -s out ] && cp err warned &&
        run 0 test "my-$name.yaml" && grep -q '^1 passed, 0 failed$' out
    verdict $? "$name, with a change"
    # what is said of the child, its parent is told as well
    run 0 check "$name" && [ "$(grep -c 'warning' warned)" -le "$(grep -c 'warning' err)" ]
    verdict $? "no warning of my-$name is new"
done
[ $games -gt 50 ]
verdict $? 'many games were tried'

# ---- scripts ----

run 0 new hooked --script && sound hooked.yaml && [ -s hooked.lua ] && [ -s ferz.lua ] && [ -s .luarc.json ] && [ -s .luacheckrc ]
verdict $? 'with a script'
sed -i 's/^    -- \(if\|    \|end\)/    \1/' hooked.lua
run 1 why hooked.yaml --fen 'k7/8/8/8/8/1p6/P7/K7 b - - 0 1' b3a2 && grep -q 'no captures on a2' out
verdict $? 'the hook of the remarks works when the dashes are taken away'
if command -v luacheck >/dev/null 2>&1; then
    luacheck --no-color hooked.lua >out 2>err
    verdict $? 'luacheck knows all that the script calls'
    printf 'function f()\n    return pcall(piece)\nend\n' >strange.lua
    luacheck --no-color strange.lua >out 2>err
    [ $? -eq 1 ] && grep -q "undefined variable .*pcall" out
    verdict $? 'luacheck names what a script may not call'
    printf 'function f(x)\n    return string.format("%%d", x)\nend\n' >strange.lua
    luacheck --no-color strange.lua >out 2>err
    [ $? -eq 1 ] && grep -q "undefined field .*format" out
    verdict $? 'luacheck names what is not in a library'
    luacheck --no-color --config .luacheckrc "$root"/scripts/*.lua >out 2>err
    verdict $? 'luacheck has nothing against the scripts of the games'
else
    echo 'luacheck is not there: scripts were not checked by it'
fi
run 0 new second --script && grep -qx 'kept ferz.lua' out && ! grep -q different out && sound second.yaml
verdict $? 'a second game shares what is the same for all'

# ---- nothing is lost ----

echo 'mine' >plain.test.yaml
run 1 new plain && grep -q 'plain.yaml, plain.test.yaml; nothing was written' err && grep -qx mine plain.test.yaml
verdict $? 'files that are there are named and left alone'
rm plain.yaml
run 1 new plain && [ ! -e plain.yaml ] && grep -q 'already: plain.test.yaml' err
verdict $? 'not one of two is written'
ln -s nowhere plain.yaml
run 1 new plain && [ ! -e nowhere ]
verdict $? 'a link that leads nowhere is not followed'
rm plain.yaml
run 0 new plain --force && sound plain.yaml && ! grep -q mine plain.test.yaml
verdict $? '--force replaces them'
echo '{}' >ferz.schema.json
run 0 new third && grep -q '^kept ferz.schema.json, which is different' out && [ "$(cat ferz.schema.json)" = '{}' ]
verdict $? 'another schema is kept, and named'
run 0 new third --force && [ "$(cat ferz.schema.json)" != '{}' ]
verdict $? '--force renews the schema'
run 0 new there --dir sub/ && sound sub/there.yaml && [ -s sub/ferz.schema.json ]
verdict $? 'another folder'
run 3 new there --dir no/such/folder && grep -q 'no/such/folder' err
verdict $? 'a folder that cannot be'
mkdir locked && chmod 555 locked
if [ ! -w locked ]; then
    run 3 new there --dir locked && [ -z "$(ls -A locked)" ]
    verdict $? 'a folder that must not be written'
fi
[ -z "$(find . -name '.ferz-*')" ]
verdict $? 'nothing half written is left behind'

# ---- what cannot be ----

run 2 new && grep -q '^ferz: NAME is missing$' err && grep -q 'help: at a terminal, `ferz new` alone asks' err &&
    grep -q '^usage: ferz new \[NAME\]' err
verdict $? 'no name, and nobody at a terminal to ask'
run 2 new 2fast && grep -q 'not a valid name' err
verdict $? 'a name that is none'
run 2 new game.yaml && grep -q 'only the name' err
verdict $? 'a name with its ending'
run 2 new ../game && [ ! -e ../game.yaml ]
verdict $? 'a name that climbs'
run 2 new odd --board 8 && grep -q '2x4' err
verdict $? 'a board that is none'
run 2 new odd --board 99x99
verdict $? 'a board that is too large'
run 2 new odd --pieces king,bishap && grep -q 'did you mean bishop' err
verdict $? 'a piece that nobody knows'
run 2 new odd --pieces ' ' && grep -q 'names none' err
verdict $? 'no piece at all'
run 2 new odd --pieces king,rook,rook && grep -q 'names rook twice' err
verdict $? 'a piece twice'
run 1 new odd --pieces king,wizard=XY && grep -q 'odd.yaml:' err
verdict $? 'a movement that is none is shown in its place'
run 3 new odd --from chees && grep -q 'did you mean' err
verdict $? 'a parent that there is not'
run 2 new odd --from chess --board 6x6 && grep -q 'those of chess' err
verdict $? 'a board beside a parent'
run 2 new frankfurt --from frankfurt && grep -q 'cannot extend itself' err
verdict $? 'a game that changes itself'
run 2 new odd --from frankfurt --script && grep -q 'only one' err
verdict $? 'two scripts'
[ ! -e odd.yaml ] && [ ! -e odd.test.yaml ]
verdict $? 'and nothing was written'

# ---- schema ----

for page in '' rules examples tuning luarc; do
    # shellcheck disable=SC2086 # no word, or one
    run 0 schema $page && [ "$(wc -c <out)" -gt 100 ] && if command -v jq >/dev/null 2>&1; then jq -e 'type == "object"' <out >err; fi
    verdict $? "ferz schema $page is JSON"
done
run 0 schema && cmp -s out ferz.schema.json && run 0 schema examples && cmp -s out ferz.examples.schema.json &&
    run 0 schema lua && cmp -s out ferz.lua && run 0 schema luarc && cmp -s out .luarc.json && run 0 schema luacheck &&
    cmp -s out .luacheckrc
verdict $? 'the files of ferz new are those of ferz schema'
run 2 schema everything && grep -q 'no schema "everything"' err
verdict $? 'a schema that there is not'

# ---- questions, on a terminal ----

if command -v script >/dev/null 2>&1 && script --version 2>/dev/null | grep -q util-linux; then
    printf '\n6x6\nking,rook,pawn\nyes\n' | timeout 20 script -qec "'$FERZ' new asked" /dev/null >said 2>&1
    sound asked.yaml && grep -q '^board: {size: 6x6}' asked.yaml && grep -q '^  rook:' asked.yaml && [ -s asked.lua ]
    verdict $? 'a game of its own, asked for'
    printf 'chess\n\n' | timeout 20 script -qec "'$FERZ' new asked-too" /dev/null >said 2>&1
    sound asked-too.yaml && grep -qx 'extends: chess' asked-too.yaml && [ ! -e asked-too.lua ]
    verdict $? 'a parent, asked for'
else
    echo 'script(1) is not there: nobody was asked anything'
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
