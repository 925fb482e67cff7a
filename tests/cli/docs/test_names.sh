#!/bin/sh
# The names of other programs: guides/names.md has the rows of interp/protocol/variant_aliases.txt, and each name is understood by
# the protocols of its row.
# usage: test_names.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"
table=$root/interp/protocol/variant_aliases.txt

# ---- the same rows in both tables: name, protocols, game, settings, what differs ----

awk '/^[a-z0-9]/ {
    protocols = $2
    gsub(/\*/, "", protocols)
    settings = ""
    differs = ""
    bar = index($0, "|")
    if (bar) { differs = substr($0, bar + 2); $0 = substr($0, 1, bar - 1) }
    for (i = 5; i <= NF; i++) settings = settings (i > 5 ? " " : "") $i
    game = $3
    if (game ~ /^import:/) { if (substr(game, 8) != $1) print "another name: " $0; game = "import" }
    print $1 "|" protocols "|" game "|" settings "|" differs
}' "$table" >table
awk -F ' *[|] *' '/^\| `/ {
    gsub(/`/, "")
    protocols = $3
    sub(/UCI with UCI_Chess960/, "chess960", protocols)
    sub(/UCI, USI/, "uci", protocols)
    sub(/XBoard/, "xboard", protocols)
    gsub(/ /, "", protocols)
    game = $4
    settings = ""
    if (match(game, /, /)) { settings = substr(game, RSTART + 2); game = substr(game, 1, RSTART - 1) }
    if (game == "from the import") game = "import"
    differs = $5
    if (differs ~ /^(moves and )?FEN with /) differs = "" # a matter of spelling
    print $2 "|" protocols "|" game "|" settings "|" differs
}' "$root/guides/names.md" >guide
diff table guide >said
verdict $? 'guides/names.md has the rows of variant_aliases.txt'
[ "$(wc -l <table)" -gt 50 ]
verdict $? 'the rows were found'

# ---- each name is understood ----

while IFS='|' read -r name protocols game settings _; do
    case $protocols in
    *uci*)
        printf 'setoption name UCI_Variant value %s\n' "$name" | "$FERZ" uci >said 2>&1
        grep -q "^info string variant $name files" said
        verdict $? "UCI: $name"
        ;;
    esac
    case $protocols in
    *uci* | *xboard*)
        printf 'xboard\nprotover 2\nvariant %s\n' "$name" | "$FERZ" xboard >said 2>&1
        ! grep -q tellusererror said && { grep -q "variants=\"\(.*,\)\{0,1\}${name}[,\"]" said || [ -f "$root/rules/$name.yaml" ]; }
        verdict $? "XBoard: $name"
        ;;
    esac
    if [ "$game" != import ]; then
        set --
        for setting in $settings; do set -- "$@" --set "$setting"; done
        "$FERZ" show "$game" "$@" >said 2>&1
        verdict $? "the game and the settings of $name"
    fi
done <table
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
