#!/bin/sh
# Reads the sources under interp/ and holds them to the table of layers: which folder may include which, where YAML and Lua may be
# known, who may print, that each folder has a README.md, and that no game is known by name.
# Usage: test_layers.sh [ROOT]; with no ROOT it checks this repository, and itself on planted violations.
set -u

here=$(cd "$(dirname "$0")/../../.." && pwd)
root=${1:-$here}
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

pass() {
    passed=$((passed + 1))
    echo "passed: $1"
}

fail() {
    failed=$((failed + 1))
    echo "FAILED: $1"
}

# verdict WORDS FILE: passed when the file, a list of violations, is empty.
verdict() {
    if [ -s "$2" ]; then
        fail "$1"
        sed 's/^/    /' "$2"
    else
        pass "$1"
    fi
}

# The sources without comments, each line as FILE:LINE:TEXT. `strings=no` empties string and character literals.
bare_code() {
    find "$root/interp" -name '*.[ch]' | LC_ALL=C sort | while IFS= read -r file; do
        awk -v file="${file#"$root/"}" -v strings="$1" '
            {
                line = $0 "\n"; out = ""
                for (i = 1; i <= length(line); i++) {
                    c = substr(line, i, 1); two = substr(line, i, 2)
                    if (inside == "comment") {
                        if (two == "*/") { inside = ""; i++; out = out " " }
                    } else if (inside != "") { # a literal, ended by `inside`
                        if (c == inside || c == "\n") { inside = ""; out = out c }
                        else if (c == "\\") { i++; if (strings == "yes") out = out " " } # \n is no letter n
                        else if (strings == "yes") out = out c
                    } else if (two == "/*") { inside = "comment"; i++ }
                    else if (two == "//") break
                    else { if (c == "\"" || c == "\047") inside = c; out = out c }
                }
                sub(/\n$/, "", out)
                if (out ~ /[^ \t]/) print file ":" NR ":" out
            }' "$file"
    done
}

# ---- the checks; each writes violations to $work/found ----

# A folder and what it may include beside itself. `ferz.h` and `ferz_tools.h`, which lie at the top, belong to api/.
layers='base
rules base
compile base rules
core base rules compile
play base rules compile core
script base rules compile core play
search base compile core play
explain base rules compile core play
draw base rules compile core play explain
formats base rules
authoring base rules script
binding base rules compile core play script
api base rules compile core play script search explain draw formats authoring binding
examples base rules authoring api
diff base api examples
playtest base api explain
answers base api
cli base api playtest answers
service base api playtest answers
serve base api cli service
lsp base api cli service examples
wasm base api service
python api
protocol base api cli
match base api cli protocol playtest'

check_includes() {
    awk -v layers="$layers" '
        BEGIN {
            count = split(layers, rows, "\n")
            for (i = 1; i <= count; i++) {
                n = split(rows[i], word, " ")
                known[word[1]] = 1
                for (j = 1; j <= n; j++) may[word[1], word[j]] = 1
            }
        }
        {
            split($0, part, ":"); file = part[1]; place = part[1] ":" part[2]
            text = substr($0, length(place) + 2)
            if (text !~ /^[ \t]*#[ \t]*include[ \t]*"/) next
            sub(/^[^"]*"/, "", text); sub(/".*/, "", text)
            from = file; sub(/^interp\//, "", from)
            if (from !~ /\//) from = "api"; else sub(/\/.*/, "", from)
            to = text
            if (to ~ /^ferz(_tools)?\.h$/) to = "api"
            else if (to !~ /\//) to = from # beside the file itself
            else sub(/\/.*/, "", to)
            if (!(from in known)) print place ": folder " from "/ is in no layer"
            else if (!(to in known)) print place ": includes \"" text "\", which is in no layer"
            else if (!((from, to) in may)) print place ": " from " looks up: includes \"" text "\""
        }' "$work/code" >"$work/found"
}

# outsiders HEADER_PATTERN ALLOWED_FILES_PATTERN
outsiders() {
    grep -E "^[^:]*:[0-9]+:[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]([^>\"]*/)?($1)[>\"]" "$work/code" |
        grep -Ev "^($2):" >"$work/found"
}

check_quiet() {
    grep -E '(^|[^A-Za-z0-9_])((v?f?printf|puts|fputs|putchar|putc|fputc|perror|exit|_exit|quick_exit)[[:space:]]*\(|stdout|stderr|stdin([^A-Za-z0-9_.]|$))' \
        "$work/code_without_strings" | grep -Ev '^interp/((cli|protocol|match)/|base/bug[.]h:)' >"$work/found"
}

check_readmes() {
    for folder in "$root"/interp/*/; do
        [ -s "${folder}README.md" ] || echo "${folder#"$root/"} has no README.md"
    done >"$work/found"
}

# Where games may be named: data about other programs (what they call the games, their keys, pieces and variants), and texts for
# people, who begin from games that they know (the examples of `ferz explain CODE`, the names of pieces). UCI has an option UCI_Chess960.
may_name_games='interp/(protocol/(variant_aliases|uci)|match/engine_notation|api/ferz_codes|explain/grammar|formats/[a-z_]+)\.[ch]'

# A game's name is its file's stem, and the families' names besides. In the code, words are cut at _, at blanks, and
# where a capital follows a small letter: a name is found in chess_start, isShogi, "los alamos" and LOS_ALAMOS.
families='chess draughts shogi minishogi xiangqi makruk shatranj chaturanga crazyhouse frankfurt circe'

check_names() {
    {
        for word in $families; do echo "$word"; done
        for file in "$root"/rules/*.yaml; do
            stem=${file##*/}
            stem=${stem%.yaml}
            case $stem in
            '*' | *.test | *.tuning) ;;
            *) echo "$stem" | tr 'A-Z_-' 'a-z  ' ;;
            esac
        done
    } | sort -u >"$work/names"
    grep -Ev "^$may_name_games:" "$work/code" >"$work/ours"
    awk '
        FNR == NR { name[++names] = $0; next }
        {
            split($0, part, ":"); place = part[1] ":" part[2]
            text = substr($0, length(place) + 2); words = ""
            gsub(/storm_(near|far)|STORM_(NEAR|FAR)|chess variants|_Atomic|sig_atomic_t|ATOMIC_WRITE|atomic_(file|write|remove|bool|int|ullong|init|load|store|fetch)[a-z_]*|stdatomic|HEX_[A-Z]+|SHA256_HEX|hex_value|is_hex|hex[][,)]/, " ", text) # words of C itself, what the program is for, pawn storms and digits
            while (match(text, /[a-z0-9][A-Z]/)) {
                words = words substr(text, 1, RSTART) " "
                text = substr(text, RSTART + 1)
            }
            words = tolower(words text)
            gsub(/[^a-z0-9]+/, " ", words)
            words = " " words " "
            for (i = 1; i <= names; i++)
                if (index(words, " " name[i] " ")) print place ": names the game `" name[i] "`"
        }' "$work/names" "$work/ours" >"$work/found"
}

check_all() {
    bare_code yes >"$work/code"
    bare_code no >"$work/code_without_strings"
    if [ -s "$work/code" ]; then
        pass "read $(find "$root/interp" -name '*.[ch]' | wc -l) source files"
    else
        fail "no sources under $root/interp"
    fi
    check_includes
    verdict "no layer includes one above it" "$work/found"
    outsiders 'yaml\.h' 'interp/rules/document\.c'
    verdict "only rules/document.c includes yaml.h" "$work/found"
    outsiders 'lua[a-z]*\.h|lauxlib\.h' 'interp/script/[^:]*'
    verdict "only script/ includes Lua's headers" "$work/found"
    check_quiet
    verdict "only cli/, protocol/ and match/ print, exit or touch a standard stream" "$work/found"
    check_readmes
    verdict "each folder has a README.md" "$work/found"
    check_names
    verdict "none of $(wc -l <"$work/names" | tr -d ' ') names of games appears" "$work/found"
}

# ---- the test of this test: a tree that is sound, then one planted violation after another ----

sound_tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree/rules"
    for folder in base rules compile core script search api cli protocol; do
        mkdir -p "$work/tree/interp/$folder"
        echo "readme" >"$work/tree/interp/$folder/README.md"
    done
    : >"$work/tree/rules/los-alamos.yaml"
    : >"$work/tree/rules/los-alamos.test.yaml"
    : >"$work/tree/rules/atomic.yaml"
    (
        cd "$work/tree/interp" || exit
        echo '/* chess says printf("x") */ int base; // stdout' >base/arena.c
        printf '#include "base/arena.h"\n#include <yaml.h>\nint r; char *s = "printf(\\"exit(1)";\n' >rules/document.c
        printf '#include "rules/ruleset.h"\n#include "rights.h"\nint snprintf(int), my_exit(int), losing; static _Atomic int calls;\n' >compile/rights.c
        printf '#include "core/position.h"\n#include <lua5.4/lua.h>\n#include <lauxlib.h>\n' >script/host.c
        printf '#include "ferz.h"\n#include "search/search.h"\n#include "script/host.h"\n' >api/ferz_game.c
        printf '#include "ferz.h"\nint main(void) { printf("alamos chessboard"); exit(0); }\n' >cli/main.c
        echo 'const char first[] = "chess";' >protocol/variant_aliases.c
    )
}

# planted WORDS PATTERN FILE TEXT: with TEXT added to FILE the check fails, and says something like PATTERN.
planted() {
    sound_tree
    mkdir -p "$(dirname "$work/tree/$3")"
    printf '%s\n' "$4" >>"$work/tree/$3"
    judge 1 "sees $1" "$2"
}

judge() {
    sh "$here/tests/quality/layers/test_layers.sh" "$work/tree" >"$work/said" 2>&1
    status=$?
    if [ "$status" -eq "$1" ] && grep -Eq "$3" "$work/said"; then
        pass "self-test: $2"
    else
        fail "self-test: $2 (exit status $status)"
        sed 's/^/    /' "$work/said"
    fi
}

self_test() {
    sound_tree
    judge 0 "a sound tree passes" '^7 passed, 0 failed$'
    planted "base looking up" 'base/arena\.c:2: base looks up' interp/base/arena.c '#include "rules/betza.h"'
    planted "compile looking up to core" 'compile/rights\.c:4: compile looks up' interp/compile/rights.c '# include "core/position.h"'
    planted "search looking aside to script" 'search looks up' interp/search/search.c '#include "script/host.h"'
    planted "core using the public header" 'core looks up' interp/core/core.c '#include "ferz.h"'
    planted "the library looking up to the program" 'api looks up' interp/api/ferz_game.c '#include "cli/json.h"'
    planted "commands looking up to protocols" 'cli looks up' interp/cli/main.c '#include "protocol/uci.h"'
    planted "a path that climbs" 'in no layer' interp/core/core.c '#include "../script/host.h"'
    planted "a folder in no layer" 'in no layer' interp/extra/a.c '#include "base/arena.h"'
    planted "yaml.h elsewhere" 'FAILED: only rules/document' interp/rules/schema.c '#include <yaml.h>'
    planted "lua.h elsewhere" 'FAILED: only script/' interp/compile/rights.c '#include <lua5.4/lualib.h>'
    planted "printf in the library" 'FAILED: only cli/' interp/base/arena.c 'void f(void) { printf("x"); }'
    planted "stderr in the library" 'FAILED: only cli/' interp/compile/rights.c 'void *f = stderr;'
    planted "exit in the library" 'FAILED: only cli/' interp/api/ferz_game.c 'void f(void) { exit (1); }'
    planted "a game in an identifier" 'names the game .shogi.' interp/compile/rights.c 'bool isShogi;'
    planted "a game behind a word of C" 'names the game .atomic.' interp/compile/rights.c 'static _Atomic bool is_atomic;'
    planted "a game in a string" 'names the game .los alamos.' interp/cli/main.c 'char *c = "Los Alamos";'
    planted "a game outside the table of aliases" 'names the game .chess.' interp/protocol/xboard.c 'char *c = "chess";'
    sound_tree
    rm "$work/tree/interp/core/README.md"
    judge 1 "sees a folder without a README" 'interp/core/ has no README'
}

check_all
[ $# -gt 0 ] || self_test
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
