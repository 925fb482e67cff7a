#!/bin/sh
# All that must hold before a release, on one commit, from a clean checkout: a table in tests/results/release.md.
# usage: verify.sh [--list] [--again PART] [PART...]    without names: all parts that have not passed on this commit yet
# It can be stopped at any time and goes on where it was, also on another machine: what has passed is kept in build/verify/SOURCES and in
# the table, and holds as long as the sources are the same, all that is committed but for tests/results/. A part fails when its command
# does, or when it says that it left something out.
set -u
root=$(cd "$(dirname "$0")/.." && pwd)
git() { command git -c safe.directory='*' "$@"; }
say() { printf '== %s\n' "$*"; }
die() {
    say "$@"
    exit 3
}

# rows: NAME | COMMAND in the checkout | what it proves. Fuzzing and hostile rules come in pieces, so that little is lost by a stop.
fuzz_minutes=60
hostile_games=10000
hostile_parts=10
rows() {
    cat <<'END'
tests | FERZ_TEST_FACTOR=3 ./dev test --all | README's lines, every test as released, every test under sanitizers, with learned answers used and compared
lint | ./dev lint | gcc and clang with all warnings as errors, clang-tidy, clang-format, shellcheck
random-play | FERZ_TEST_FACTOR=10 ./dev test -L invariants | random play and pictures of moves in every game and sample, ten times as long
reference | ./dev reference --positions 200 | the reference implementation of the rules beside the program
bench | ./dev run bench | the signature of all games
threads | ./dev faults 10 | memory, disks and threads that fail; ThreadSanitizer
musl | ./dev musl | counts, examples and a search with threads on musl
arm | ./dev arm | counts, examples and the samples of the reference implementation on 64-bit Arm under qemu
wasm | ./dev wasm --test | the package for browsers and node
site | ./dev site | the workbench for any static host
browsers | FERZ_TEST_FACTOR=10 ./dev check cli/page | the workbench in Chromium and in Firefox
packages | ./dev release "$work/release" | packages built twice and compared, installed, used and removed in a fresh Debian
END
    targets=$(grep -o '{"[a-z]*", *fuzz_' "$root/tests/fuzz/fuzz.c" | tr -dc 'a-z"\n' | cut -d '"' -f 2)
    # shellcheck disable=SC2086 # a list of words
    each=$((fuzz_minutes * 60 / $(echo $targets | wc -w) + 1))
    for target in $targets; do
        echo "fuzz-$target | ./dev fuzz $target --seconds $each | new inputs for $each seconds"
    done
    i=0
    while [ "$i" -lt "$hostile_parts" ]; do
        games=$((hostile_games / hostile_parts))
        echo "hostile-$i | ./dev generate hostile --games $games --seed $((i * games + 1)) --jobs $(nproc) | $games rules made to take long end in time"
        i=$((i + 1))
    done
}

again=
names=
while [ $# -gt 0 ]; do
    case $1 in
    --list)
        rows
        exit 0
        ;;
    --again)
        [ $# -gt 1 ] || die "--again needs the name of a part"
        again="$again $2"
        names="$names $2"
        shift
        ;;
    -*) die "no option $1" ;;
    *) names="$names $1" ;;
    esac
    shift
done
for name in $names; do
    rows | grep -q "^$name |" || die "there is no part $name; --list prints them"
done

git -C "$root" diff --quiet HEAD -- . ':!tests/results' || die "commit first: a release is proved of a commit"
commit=$(git -C "$root" rev-parse HEAD) || die "a release is proved of a commit"
sources=$(git -C "$root" ls-tree -r HEAD | grep -v '	tests/results/' | sha256sum | cut -c1-16)
work=$root/build/verify/$sources
tree=$root/build/verify/tree # at one place: a compiler's cache knows the files that did not change
table=$root/tests/results/release.md
mkdir -p "$work/parts"
# Two of these may run at once, each with parts of its own.
exec 9>"$root/build/verify/lock" && flock 9 || die "no lock on build/verify"
if [ "$(cat "$tree.sources" 2>/dev/null)" != "$sources" ]; then
    rm -rf "$tree" "$tree.sources"
    # What lies beside the project lies beside the checkout.
    [ ! -d "$root/../shared" ] || [ -e "$root/build/verify/shared" ] || ln -s "$root/../shared" "$root/build/verify/shared"
    if git clone -q --no-hardlinks "$root" "$tree" && git -C "$tree" checkout -q "$commit"; then
        echo "$sources" >"$tree.sources"
    fi
fi
exec 9>&- # what is run below must not hold it
[ -f "$tree.sources" ] || die "no clean checkout"

# The last line of a log that says how many passed, or what was counted.
summary() {
    if [ -f "$1.log" ]; then
        grep -aE '[0-9]+ (tests )?passed|tests passed|^signature|^passed: |[0-9]+ games|positions|stays behind|is ready' "$1.log" | grep -av '^\[' | tail -n 1 |
            sed 's/^\(==\|dev:\) //; s/; to try it.*//' | tr '|' '/' | cut -c1-110
    else
        cat "$1.last"
    fi
}

# take_over: what the table says of these sources, where nothing newer is known here.
take_over() {
    grep -q "sources $sources" "$table" || return 0
    grep '^| [a-z0-9-]* | passed |' "$table" | while IFS='|' read -r _ name result minutes _ last _; do
        part=$work/parts/$(echo "$name" | tr -d ' ')
        [ -f "$part.result" ] || {
            echo "${result# }$((minutes * 60))" >"$part.result"
            last=${last# } # without the blanks of the table
            printf '%s\n' "${last% }" >"$part.last"
        }
    done
}

# write_table: of all parts that were run so far.
write_table() {
    {
        printf '# What was proved before a release\n\n'
        printf 'Written by `./dev release --verify` on commit %.12s, from a clean checkout, %s.\n' "$commit" "$(nproc) cores, $(uname -sm), $(. /etc/os-release && echo "$PRETTY_NAME")"
        printf 'Its sources %s are all that is committed but for `tests/results/`.\n\n' "$sources"
        printf '| part | result | minutes | what | last words |\n| --- | --- | --: | --- | --- |\n'
        rows | while IFS='|' read -r name command what; do
            name=${name% }
            what=${what# }
            if [ -f "$work/parts/$name.result" ]; then
                read -r result seconds <"$work/parts/$name.result"
                printf '| %s | %s | %s | %s | %s |\n' "$name" "$result" "$(((seconds + 30) / 60))" "$what" "$(summary "$work/parts/$name")"
            else
                printf '| %s | not run | | %s | |\n' "$name" "$what"
            fi
        done
    } >"$work/table.md" && cp "$work/table.md" "$table"
}

trap 'write_table; say "stopped; the same command goes on where it was"; exit 130' INT TERM HUP
take_over
rows >"$work/rows"
while IFS='|' read -r name command what <&3; do
    name=${name% }
    case " $names " in *" $name "*) ;; *) [ -z "$names" ] || continue ;; esac
    case " $again " in *" $name "*) rm -f "$work/parts/$name.result" ;; esac
    if [ -f "$work/parts/$name.result" ] && read -r result seconds <"$work/parts/$name.result" && [ "$result" = passed ]; then
        continue
    fi
    say "$name:$command"
    began=$(date +%s)
    (cd "$tree" && work=$work sh -c "$command") >"$work/parts/$name.log" 2>&1 </dev/null
    status=$?
    result=passed
    [ "$status" -eq 0 ] || result=FAILED
    [ "$status" -ne 0 ] || ! grep -qE '^(== )?.*left out:|is skipped$|^dev: no ' "$work/parts/$name.log" || result=PARTLY
    echo "$result $(($(date +%s) - began))" >"$work/parts/$name.result"
    say "$name: $result, $(summary "$work/parts/$name")"
    [ "$result" = passed ] || tail -n 15 "$work/parts/$name.log" | sed 's/^/    /'
    write_table
done 3<"$work/rows"
write_table
red=$(grep -cE '\| (FAILED|PARTLY|not run) \|' "$work/table.md")
say "tests/results/release.md: $red parts are not passed"
[ "$red" -eq 0 ]
