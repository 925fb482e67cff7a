#!/bin/sh
# What one fact costs, and how large the program is: `./dev size`.
# usage: size.sh [--check]    with --check, no row may be above its ceiling in ceilings.txt
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
cd "$root" || exit 1
git() { command git -c safe.directory='*' "$@"; }

find interp -name '*.[ch]' | LC_ALL=C sort >"$work/sources"
each() { xargs "$@" <"$work/sources"; }
row() { printf '%s\t%s\n' "$1" "$2"; }

# The most lines of interp that name one of the words on the standard input, each as PATTERN of it (% is the word).
most_places() {
    while IFS= read -r word; do
        each grep -hE "$(printf '%s' "$1" | sed "s/%/$word/g")" | wc -l
    done | sort -n | tail -n 1
}

# Files that a commit touched which brought a key, and no more than two: the mean of the last three that are known here.
price_of_key() {
    git log --format=%h -60 -- interp/rules/schema_table.c 2>/dev/null | while IFS= read -r commit; do
        git show --format= -U0 "$commit" -- interp/rules/schema_table.c |
            awk '/^\+ *[{]SECTION_[A-Z_]*, "/ { n++ } /^- *[{]SECTION_[A-Z_]*, "/ { n-- } END { exit !(n == 1 || n == 2) }' || continue
        git show --format= --name-only "$commit" -- interp | wc -l
    done | head -n 3 | awk '{ sum += $1 } END { if (NR == 3) print int(sum / 3 + 0.5); else print "-" }'
}

# Word N of the last line of the test of the recipe for a key in interp/README.md.
recipe() { sh tests/quality/keys/test_recipe.sh | tail -n 1 | tr -d ";" | cut -d ' ' -f "$1"; }

questions() { sed -n 's/^    QUESTION(\([a-z_]*\),.*/\1/p' interp/script/host.h; }
effects() { sed -n 's/^    {EFFECT_\([A-Z_]*\),.*/\1/p' interp/script/live_hooks.c; }

each awk -f "$here/functions.awk" | sort -rn >"$work/functions"
{
    row 'files of interp that a key cost (the last three)' "$(price_of_key)"
    row 'files of interp that a plain key needs' "$(recipe 1)"
    row 'files of interp that name the key of the recipe' "$(recipe 7)"
    row 'places that name a question of scripts' "$(questions | most_places '^static int answer_%\(|^ *QUESTION\(%,')"
    row 'places that name an effect of scripts' "$(effects | most_places 'EFFECT_%[^A-Z_]')"
    row 'conjunctions of features by hand' "$(each awk -f "$here/conjunctions.awk" | wc -l)"
    row 'lines of the longest function' "$(awk 'NR == 1 { print $1 }' "$work/functions")"
    row 'functions of more than 60 lines' "$(awk '$1 > 60' "$work/functions" | wc -l)"
    row 'functions' "$(wc -l <"$work/functions")"
    row 'lines of interp' "$(each cat | wc -l)"
    for folder in interp/*/; do
        row "lines of ${folder%/}" "$(find "$folder" -name '*.[ch]' -exec cat {} + | wc -l)"
    done
} | sed 's/ *\([0-9-]*\)$/\1/' >"$work/rows"

if [ "${1:-}" != --check ]; then
    awk -F '\t' '{ printf "%8s  %s\n", $2, $1 }' "$work/rows"
    echo
    head -n 10 "$work/functions" | sed 's/^/  longest: /'
    each awk -f "$here/conjunctions.awk" | sed 's/^/  conjunction: /'
    exit 0
fi
awk -F '\t' 'NR == FNR { if ($0 !~ /^#/ && NF == 2) most[$1] = $2; next }
    $1 in most { seen++
        if ($2 != "-" && $2 + 0 > most[$1] + 0) { failed++; print "FAILED: " $1 ": " $2 ", and no more than " most[$1] } else passed++ }
    END { for (name in most) n++
        if (seen != n) { failed++; print "FAILED: ceilings.txt names what is not measured" }
        print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' "$here/ceilings.txt" "$work/rows"
