#!/bin/sh
# The variants of Fairy-Stockfish are played by their names where no rules have them: rules made in memory, with their scripts.
# usage: test_builtin.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

"$FERZ" list >own 2>err && "$FERZ" list --all >all 2>err && head -n "$(grep -c '' own)" all | cmp -s own - &&
    grep -q '^spartan	' all && ! grep -q '^spartan	' own && [ -z "$(cut -f 1 all | LC_ALL=C sort | uniq -d)" ]
verdict $? 'list --all names them behind the games with rules, each once'
"$FERZ" list --all --json >out 2>err && grep -q '"name": *"flipello"' out && grep -q '"imported": *true' out
verdict $? 'list --all --json'
"$FERZ" perft flipello --depth 4 >out 2>err && grep -qx 'nodes 244' out && [ ! -s err ]
verdict $? 'perft flipello, which needs a script'
"$FERZ" perft duck --depth 1 >out 2>err && grep -qx 'nodes 640' out && [ ! -s err ]
verdict $? 'perft duck, which needs none'
"$FERZ" explain dobutsu >out 2>err && grep -q 'A piece that stands on the goal and is not attacked wins' out
verdict $? 'explain tells what the script does'
printf 'P@d6\nquit\n' | "$FERZ" play flipello --level 1 >out 2>err && grep -q '^ferz plays: P@' out
verdict $? 'play flipello'
printf 'uci\nsetoption name UCI_Variant value flipello\nposition startpos moves P@d6\ngo depth 2\nquit\n' | "$FERZ" uci >out 2>err
grep -q '^info string variant flipello ' out
verdict $? 'uci flipello'
"$FERZ" check ai-wok >out 2>err; grep -q 'counting towards a draw is skipped' err
verdict $? 'what is different is said'
"$FERZ" moves bughouse --fen '4k3/8/8/8/8/8/8/4K2Q~[Rp] w - - 0 1' --moves R@e4 >out 2>err && grep -qx 'P@e5' out && ! grep -q 'R@' out
verdict $? 'bughouse is one board, with hands from a FEN'
# A file of variants: given, or variants.ini in a folder of rules.
mkdir mine
printf '[allqueens:chess]\nstartFen = qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1\n[late:allqueens]\ndoubleStep = false\n' >mine/variants.ini
printf '[flipello:chess]\nmustCapture = true\n[wrong:chess]\ncastlingKingPiece = q\n' >>mine/variants.ini
"$FERZ" list --all --rules mine/variants.ini >out 2>err && grep -q '^late	from a file of variants' out &&
    [ "$(grep -c '^flipello	' out)" -eq 1 ] && "$FERZ" list --all --rules mine >same 2>err && cmp -s out same
verdict $? 'list --all names the variants of a file'
"$FERZ" perft late --rules mine --depth 1 >out 2>err && grep -qx 'nodes 8' out && [ ! -s err ] &&
    "$FERZ" perft flipello --rules mine/variants.ini --depth 1 >out 2>err && grep -qx 'nodes 20' out
verdict $? 'they are played by their names, before those that are built in'
"$FERZ" explain late --rules mine >out 2>err && grep -q 'queen' out && printf 'quit\n' | "$FERZ" play late --rules mine --level 1 >out 2>err
verdict $? 'explain and play'
"$FERZ" perft wrong --rules mine --depth 1 >out 2>err
[ $? -eq 1 ] && grep -q '^mine/variants.ini:8:1: error: Ferz cannot say .castlingKingPiece' err
verdict $? 'what is wrong is said at its place'
printf 'uci\nsetoption name VariantPath value mine/variants.ini\nsetoption name UCI_Variant value late\nposition startpos moves a2a3\nquit\n' |
    "$FERZ" uci >out 2>err
grep -q '^option name UCI_Variant .* var late' out && grep -q '^info string variant late ' out && ! grep -q 'is not played' out
verdict $? 'uci VariantPath'
printf 'name: Mine\nextends: chess\n' >flipello.yaml
"$FERZ" perft flipello --rules . --depth 1 >out 2>err && grep -qx 'nodes 20' out
verdict $? 'rules of that name come first'
"$FERZ" perft flippello --depth 1 >out 2>err
[ $? -eq 3 ] && grep -q 'there is no game .flippello.' err
verdict $? 'a slip'
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
