#!/bin/sh
# The installed tree works wherever it lies: installs a build, moves the tree, runs the moved program, and compiles and
# runs a program against the moved library. Usage: test_install.sh BUILD_FOLDER
# shellcheck disable=SC2317 # the functions are called through step
set -u

build=${1:?usage: test_install.sh BUILD_FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

# step WORDS COMMAND…: runs it from a folder without rules; its output is shown when it fails.
step() {
    words=$1
    shift
    if (cd "$work" && "$@") >"$work/output" 2>&1; then
        passed=$((passed + 1))
        echo "passed: $words"
    else
        failed=$((failed + 1))
        echo "FAILED: $words: $*"
        sed 's/^/    /' "$work/output"
    fi
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

has_pages() {
    grep -q '^.Dt FERZ 1' "$moved/share/man/man1/ferz.1" && grep -q 'complete -F _ferz' "$moved/share/bash-completion/completions/ferz" &&
        grep -q '^#compdef ferz' "$moved/share/zsh/site-functions/_ferz" &&
        grep -q '^complete -c ferz' "$moved/share/fish/vendor_completions.d/ferz.fish" &&
        grep -q json-schema "$moved/share/ferz/schema/ferz.schema.json"
}
lists_chess() { "$ferz" list | grep "^chess$(printf '\t')"; }
twenty_moves() { [ "$("$ferz" moves chess | grep -c '^[a-h][1-8][a-h][1-8]$')" -eq 20 ]; }
nothing_points_back() { ! grep -F "$work/first" "$moved/lib/pkgconfig/ferz.pc"; }
compiles() {
    flags=$(pkg-config --cflags --libs ferz) || return
    # shellcheck disable=SC2086 # the flags are several words
    ${CC:-cc} -std=c17 -Wall -Werror first.c -o first.program $flags "-Wl,-rpath,$moved/lib"
}
# The first program of the guide to the library, which is that of ferz.h.
cuts_first() {
    sed -n '/^```c first.c$/,/^```$/p' "$here/../../../guides/library.md" | sed '1d;$d' >first.c && [ -s first.c ] &&
        sed -n '/^ \*     #include <ferz.h>/,/^ \*     }$/p' "$moved/include/ferz.h" | sed 's/^ \* \{0,5\}//' | diff first.c -
}
follows_guide() { FERZ_GUIDE=library.md LD_LIBRARY_PATH=$moved/lib sh "$here/../docs/test_guides.sh" "$ferz"; }
answers() { ./first.program | grep -q '^Chess: 20 answers, from a7a5 on$'; }
uses_moved_library() { ldd ./first.program | grep -F "$moved/lib/libferz.so"; }
exports_only_ferz() {
    nm -g --defined-only "$moved/lib/libferz.a" | awk 'NF == 3 && $3 !~ /^ferz_/ { print; bad = 1 } NF == 3 { n++ } END { exit bad || n < 50 }'
}
links_a_host() {
    flags=$(pkg-config --cflags ferz) || return
    private=$(pkg-config --libs --static ferz) || return
    # shellcheck disable=SC2086 # the flags are several words
    ${CC:-cc} -std=c17 -Wall -Werror "$here/host.c" -o host $flags "$moved/lib/libferz.a" $private -lpthread &&
        FERZ_RULES="$moved/share/ferz/rules" ./host
}
# A project of somebody else's that says find_package(ferz).
found_by_cmake() {
    mkdir -p "$work/project" && cat >"$work/project/CMakeLists.txt" <<PROJECT || return
cmake_minimum_required(VERSION 3.22)
project(other C)
find_package(ferz 0.2 REQUIRED COMPONENTS static)
add_executable(embed $work/first.c)
target_link_libraries(embed PRIVATE ferz::ferz)
add_executable(host $here/host.c)
target_link_libraries(host PRIVATE ferz::static)
file(WRITE \${CMAKE_BINARY_DIR}/rules "\${ferz_RULES_DIR}")
PROJECT
    cmake -S "$work/project" -B "$work/project/build" "-DCMAKE_PREFIX_PATH=$moved" && cmake --build "$work/project/build" &&
        "$work/project/build/embed" && FERZ_RULES="$(cat "$work/project/build/rules")" "$work/project/build/host" &&
        ! grep -rF "$work/first" "$moved"/lib/cmake
}
refuses_another_version() {
    sed -i 's/find_package(ferz 0.2/find_package(ferz 0.1/' "$work/project/CMakeLists.txt" &&
        ! cmake -S "$work/project" -B "$work/project/other" "-DCMAKE_PREFIX_PATH=$moved"
}
# Alone in an empty folder it has no rules, and says how to get them.
names_missing_rules() {
    mkdir "$work/alone" && cp "$ferz" "$work/alone/ferz" || return 1
    ! (cd "$work/alone" && ./ferz show frankfurt) >"$work/said" 2>&1 && grep -q 'ferz-rules' "$work/said"
}
has_documents() { [ -n "$(find "$moved" -path '*/doc/ferz/LICENSE')" ] && [ -n "$(find "$moved" -path '*/doc/ferz/guides/first-variant.md')" ]; }
knows_version() { [ "$(pkg-config --modversion ferz)" = "$(sed -n 's/^Version: //p' "$moved/lib/pkgconfig/ferz.pc")" ]; }

# The rules must be found beside the program and the library, and nowhere else.
unset FERZ_RULES LD_LIBRARY_PATH

step "installs" cmake --install "$build" --prefix "$work/first"
[ "$failed" -eq 0 ] || finish
moved=$work/then/moved
mkdir "$work/then" && mv "$work/first" "$moved" || exit 1
# Debian keeps libraries one folder lower when the prefix is /usr; the rest of this test need not know.
pc=$(find "$moved" -name ferz.pc)
if [ "$pc" != "$moved/lib/pkgconfig/ferz.pc" ]; then
    ln -s "$(dirname "$(dirname "$pc")")"/* "$moved/lib/"
fi
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
ferz=$moved/bin/ferz

step "headers, rules and scripts are there" test -f "$moved/include/ferz.h" -a -f "$moved/include/ferz_tools.h" -a -d "$moved/share/ferz/rules" \
    -a -d "$moved/share/ferz/scripts"
step "the moved program lists its games" lists_chess
step "has a manual page, completions and schemas" has_pages
step "the moved program lists the 20 moves of chess" twenty_moves
step "alone it says that there are no rules" names_missing_rules
step "has its licence and guides" has_documents
step "ferz.pc does not name the first place" nothing_points_back
step "ferz.pc tells the version" knows_version
step "ferz.h begins with the first program of the guide" cuts_first
step "it compiles with the moved ferz.pc" compiles
step "it runs with the moved library" answers
step "it loads the moved library" uses_moved_library
step "the guide to the library is followed" follows_guide
step "libferz.a exports only names that begin with ferz_" exports_only_ferz
step "a program with names of its own links with libferz.a" links_a_host
step "find_package of CMake finds both libraries and the rules" found_by_cmake
step "and refuses another version" refuses_another_version
finish
