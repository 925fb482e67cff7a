#!/bin/sh
# What the guides claim in numbers is true, and no page of them is without a test. claims.txt has a row for each claim: the page, words
# that stand there, and a command that must succeed; so a page cannot say another number, nor the program have another one, unseen.
# usage: test_claims.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

# is NAME FILE NUMBER: the constant NAME of that file below interp/ is NUMBER.
is() { # shellcheck disable=SC2317 # used by claims.txt
    [ "$(sed -n "s/.*[^A-Z_]$1 = \([0-9]*\).*/\1/p" "$root/interp/$2" | head -n 1)" = "$3" ]
}

# game LINE...: a small game with these lines, in game.yaml
game() { # shellcheck disable=SC2317
    printf '%s\n' 'name: A' 'extends: chess' 'about: B.' "$@" >game.yaml
}

# refused WORDS: game.yaml is refused with a message that has these words.
refused() { # shellcheck disable=SC2317
    ! "$FERZ" check ./game.yaml >said 2>&1 && grep -q "$1" said
}

# same MOVEMENT MOVEMENT: a lone piece on d4 has the same moves by either, and has some.
same() { # shellcheck disable=SC2317
    for movement in "$1" "$2"; do
        printf '%s\n' 'name: A' 'about: B.' 'board: {size: 8x8}' "pieces: {it: {letter: i, moves: '$movement'}}" \
            'start: 8/8/8/8/3I4/8/8/7i w - - 0 1' 'end: {stalemate: draw}' >one.yaml
        "$FERZ" moves ./one.yaml >"moves.$movement" 2>&1 && grep -q d4 "moves.$movement" || return 1
    done
    cmp -s "moves.$1" "moves.$2"
}

# all_commands PAGE: each command of the program stands on the page.
all_commands() { # shellcheck disable=SC2317
    "$FERZ" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | while read -r name; do
        grep -q "ferz $name" "$root/$1" || echo "$name is missing"
    done >missing
    cat missing
    [ ! -s missing ]
}

# links PAGE: each file that the page links to is there.
links() {
    sed -n 's/[^]]*](\([^)#]*\)[^)]*)/\1\n/gp' "$root/$1" | grep -E '^[A-Za-z.][^ ]*$' | grep -v ':' | while read -r file; do
        [ -e "$root/$(dirname "$1")/$file" ] || { echo "$file is not there" && return 1; }
    done
}

claims=0
while IFS='|' read -r page words command; do
    case $page in '#'* | '') continue ;; esac
    page=$(echo "$page" | sed 's/ *$//') words=$(echo "$words" | sed 's/^ *//; s/ *$//')
    claims=$((claims + 1))
    : >said
    tr '\n' ' ' <"$root/$page" | tr -s ' ' | grep -qF -- "$words"
    verdict $? "$page says: $words" "the page says it no longer: change claims.txt"
    eval "$command" >out 2>&1
    verdict $? "$page is right: $words"
done <"$here/claims.txt"

# ---- every page has a test ----

# A page is tested where a game or a terminal stands on it, where a program writes it or another test reads it (names.md), or where
# claims.txt has a row for it. Pages of links and of words have their links.
for page in "$root"/guides/*.md "$root"/guides/rules/*.md; do
    name=${page#"$root"/}
    grep -q -e '^```console' -e '^```yaml' -e '^```lua' "$page" || grep -q "^$name " "$here/claims.txt" ||
        case $name in guides/service.md | guides/reasons.md | guides/rules/reference.md | guides/rules/codes.md | guides/rules/sizes.md | guides/names.md) true ;;
        guides/README.md | guides/rules/README.md | guides/GLOSSARY.md) true ;; *) false ;; esac
    verdict $? "$name has a test" "nothing on the page is tested: show a game or a terminal, or add a row to claims.txt"
    links "$name" >said
    verdict $? "$name links to what is there"
done

[ "$claims" -ge 10 ]
verdict $? "claims.txt has its claims"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
