#!/bin/sh
# The examples in the guides are true: every whole game of README.md, rules/README.md and guides/rules/ loads and plays, every
# script of scripts/README.md serves a game, and what these pages show of a terminal is what the program prints.
# usage: test_docs.sh PATH-OF-FERZ
#
# A block ```yaml that begins with `name:` is a whole game (```yaml later is not yet one). The lua block that follows such a
# block at once is its script if it names one. In a ```console block a line `$ ferz ...` is followed by its output, up to
# an empty line or the end; lines of messages and results are compared together.
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

# blocks KIND FILE STEM: every ```KIND block of FILE into STEM-LINE, LINE being where it begins.
blocks() {
    awk -v kind="$1" -v stem="$work/$3" '
        inside && /^```/ {close(name); inside = 0; next}
        inside {print > name}
        $0 == "```" kind {inside = 1; name = stem "-" (NR + 1); printf "" > name}' "$2"
}

# A game that is sound without a word of warning, and can be played for some plies.
plays() { # FILE
    "$FERZ" check "$1" >"$work/out" 2>"$work/err" && [ ! -s "$work/out" ] && [ ! -s "$work/err" ] &&
        "$FERZ" perft "$1" --depth 2 >"$work/out" 2>"$work/err" && grep -q '^nodes [1-9]' "$work/out" &&
        "$FERZ" status "$1" >"$work/out" 2>"$work/err" && [ "$(cat "$work/out")" = ongoing ] &&
        "$FERZ" best "$1" --depth 2 >"$work/out" 2>"$work/err"
}

# ---- games ----

rule_pages="$root/rules/README.md $root/guides/rules/*.md"
# rule_blocks KIND STEM: those of all pages of the rule language, into STEM-PAGE-LINE.
rule_blocks() {
    for page in $rule_pages; do
        blocks "$1" "$page" "$2-$(basename "$page" .md)"
    done
}
rule_blocks yaml rules
blocks yaml "$root/README.md" readme
blocks lua "$root/README.md" readme-lua
cp "$work"/readme-lua-* "$work/frankfurt.lua" 2>/dev/null
games=0
for block in "$work"/rules-* "$work"/readme-[0-9]*; do
    case $(head -n 1 "$block") in 'name:'*) ;; *) continue ;; esac
    games=$((games + 1))
    cp "$block" "$block.yaml"
    plays "$block.yaml"
    verdict $? "the game $(basename "$block" | sed 's/-\([0-9]*\)$/, line \1/')"
done

# A tuning file, beside a game whose rules are those that it names.
rule_blocks yaml-tuning tuning
for block in "$work"/tuning-*; do
    printf 'name: Tuned\nextends: chess\n' >"$work/tuned.yaml"
    cp "$block" "$work/tuned.tuning.yaml"
    grep -q '^weights:' "$block" && plays "$work/tuned.yaml"
    verdict $? "the tuning file $(basename "$block" | sed 's/-\([0-9]*\)$/, line \1/')"
done

# A switch of an example that shows options does something.
for block in "$work"/rules-*.yaml; do
    grep -q '^  no-castling:' "$block" || continue
    "$FERZ" show "$block" --set no-castling --set stalemate=loss --set quiet=2 >"$work/out" 2>"$work/err" &&
        grep -q '^fen: .* w - - 0 1$' "$work/out"
    verdict $? 'the example of options'
done

# ---- scripts ----

# Where a function of the guide is used; one that the language cannot name yet only has to load.
rules_for() { # FUNCTION
    case $1 in
    wazir_leaps) echo 'pieces: {knight: {moves: [{hook: wazir_leaps}]}}' ;;
    castling_ends)
        echo 'castling: {short: none, long: none, any: {king: king, with: rook, within: own rank 1, ends: hook castling_ends, notation: capture}}'
        echo 'start: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        ;;
    start_array) echo 'start: {hook: start_array, number: 1, second: 0}' && echo 'castling: none' ;;
    rebirth) echo 'hooks: {rebirth: {at: after, captures: true}}' ;;
    helper) echo 'hooks: {helper: {at: choices, pieces: [pawn]}}' ;;
    umpire) echo 'hooks: {umpire: {at: announce}}' ;;
    one_pawn_a_file) echo 'hooks: {one_pawn_a_file: {at: legal, pieces: [pawn]}}' ;;
    three_checks)
        echo 'counters: [checks-white, checks-black]'
        echo 'end: {three checks: {when: hook three_checks}}'
        ;;
    esac
}

blocks lua "$root/scripts/README.md" guide
scripts=0
for block in "$work"/guide-*; do
    function=$(sed -n 's/^function \([a-z_]*\).*/\1/p' "$block" | tail -n 1)
    parent=chess
    [ "$function" = one_pawn_a_file ] && parent=crazyhouse
    cp "$block" "$work/$function.lua"
    {
        printf 'name: %s\nextends: %s\nscript: %s.lua\n' "$function" "$parent" "$function"
        rules_for "$function"
    } >"$work/script-$function.yaml"
    scripts=$((scripts + 1))
    plays "$work/script-$function.yaml"
    verdict $? "the script scripts/README.md, line ${block##*-}: $function"
done

# ---- files of other programs: an ini block gives the game that the guide shows next ----

rule_blocks ini ini
for block in "$work"/ini-*; do
    cp "$block" "$work/hill.ini"
    shown_game=$(grep -l "^name: $(sed -n 's/^\[\([^:]*\):.*/\1/p' "$block")$" "$work"/rules-* | head -n 1)
    (cd "$work" && "$FERZ" import hill.ini) >"$work/out" 2>"$work/err" && sed 1d "$work/out" | diff "$shown_game" - >"$work/err"
    verdict $? "$(basename "$block"): what is imported is not what is shown"
done

# ---- the first patch of CONTRIBUTING.md, in a copy of the rules ----

mkdir -p "$work/patch" && cp -R "$root/rules" "$root/scripts" "$work/patch"
sed -n 's/^ *\.\/dev run //p' "$root/CONTRIBUTING.md" >"$work/patch/commands"
steps=0
while IFS= read -r words; do
    steps=$((steps + 1))
    (cd "$work/patch" && unset FERZ_RULES && eval "\"\$FERZ\" $words") >"$work/out" 2>"$work/err" </dev/null
    status=$?
    case $words in
    *--mutate) [ "$status" -eq 1 ] && grep -q "not noticed: " "$work/out" ;;
    *) [ "$status" -eq 0 ] ;;
    esac
    verdict $? "CONTRIBUTING.md: ferz $words"
done <"$work/patch/commands"
(cd "$work/patch" && unset FERZ_RULES && "$FERZ" test grasshopper-chess) >"$work/out" 2>"$work/err" && [ "$steps" -ge 2 ]
verdict $? 'CONTRIBUTING.md: the example that it records comes true'

# ---- what the terminal shows ----

blocks console "$root/README.md" console
rule_blocks console console-rules
shown=0
cd "$root" || exit 1
for block in "$work"/console-*; do
    [ -e "$block" ] || continue
    awk -v stem="$block.case" '
        /^\$ ferz / {n++; print substr($0, 8) > (stem n ".words"); printf "" > (stem n ".wanted"); inside = 1; next}
        /^$/ {inside = 0} inside {print > (stem n ".wanted")}' "$block"
    for words in "$block".case*.words; do
        shown=$((shown + 1))
        unset FERZ_RULES # as a reader has it: rules/ in the working directory
        eval "\"\$FERZ\" $(cat "$words")" >"$work/out" 2>&1
        diff "${words%.words}.wanted" "$work/out" >"$work/err"
        verdict $? "a README.md shows: ferz $(cat "$words")"
    done
done

sh "$here/rule_sizes.sh" | diff - "$root/guides/rules/sizes.md" >"$work/err"
verdict $? 'guides/rules/sizes.md: tests/cli/docs/rule_sizes.sh --write'

sh "$here/reference.sh" "$FERZ" >"$work/err"
verdict $? 'guides/rules/reference.md: tests/cli/docs/reference.sh PATH-OF-FERZ --write'

sh "$here/pictures.sh" "$FERZ" >"$work/err"
verdict $? 'guides/rules/pictures: tests/cli/docs/pictures.sh PATH-OF-FERZ --write'

# Guides that have lost their examples would pass silently.
: >"$work/err"
[ "$games" -ge 25 ] && [ "$scripts" -ge 8 ] && [ "$shown" -ge 1 ]
verdict $? "too few examples found: $games games, $scripts scripts, $shown terminals"

echo "$games games, $scripts scripts, $shown terminals"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
