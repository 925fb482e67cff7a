# shellcheck shell=sh disable=SC2154 # ./dev sets root, cores and the lists of packages
# The commands of ./dev that test: README's lines, everything, one test, the reference program, the measurements.
#: test [ARGS…]  the release build, unit tests, every game's examples, known counts: about three minutes; ARGS go to ctest, e.g. -R rules
#: test --all    every test, as released and with sanitizers, with the programs that they can use: about 40 minutes
#: check NAME    build what the tests of that name need and run them, e.g. ./dev check unit/play/fen; --about WORD: those that know a key of
#:               the rules, a file or a code
#: reference [ARGS]  play every game beside the reference program: --positions N (of each), --seed S, GAME…
#: bench         build and measure
#: strength      matches against other programs, at nodes in the ratio of the speeds: [--games N] [--nodes N] [--program NAME=PATH] [GAME…];
#:               rows of a table as they are played; with --write tests/results/strength.md all of them there

passed=0
failed=0
failures= # what the tests that failed said: the last words, for a long log is read from its end

# count ATTRIBUTE FILE: a number from the head of ctest's report.
count() {
    number=$(sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$2" | head -n 1)
    echo "${number:-0}"
}

# test_times FILE: SECONDS NAME of each test, the slowest first, from ctest's report.
test_times() {
    sed -n 's/.*<testcase name="\([^"]*\)".* time="\([0-9.]*\)".*/\2 \1/p' "$1" | sort -rn
}

# test_failures PRESET FILE: what each test that failed said of it, from ctest's report: lines with FAILED, or the last five.
test_failures() {
    awk -v preset="$1" '
        function text(line) {
            gsub(/<[^>]*>/, "", line); gsub(/&quot;/, "\"", line); gsub(/&apos;/, "\047", line)
            gsub(/&lt;/, "<", line); gsub(/&gt;/, ">", line); gsub(/&amp;/, "\\&", line)
            return substr(line, 1, 400)
        }
        /<testcase / { name = ""; if (/ status="fail"/) { name = $0; sub(/.*<testcase name="/, "", name); sub(/".*/, "", name); lines = said = 0 } }
        name != "" && /FAILED|Assertion|ERROR:/ && said < 8 { said++; print "failed: " preset " " name ": " text($0) }
        name != "" { last[++lines] = text($0) }
        /<\/testcase>/ && name != "" {
            for (i = lines - 5; said == 0 && i <= lines; i++) if (i > 0 && last[i] != "") print "failed: " preset " " name ": " last[i]
            name = ""
        }' "$2"
}

# test_preset PRESET TARGETS [CTEST ARGUMENT…]: TARGETS: what to build; all where it is empty
test_preset() {
    preset=$1
    targets=$2
    shift 2
    echo "== $preset: build"
    # shellcheck disable=SC2086 # a list of words
    if ! build "$preset" $targets; then
        echo "== $preset: the build FAILED"
        failed=$((failed + 1))
        return
    fi
    echo "== $preset: ctest --preset $preset $*"
    report=$root/build/$preset/tests.xml
    rm -f "$report"
    (cd "$root" && ctest --preset "$preset" --output-junit "$report" "$@" </dev/null)
    status=$?
    if [ ! -f "$report" ]; then
        echo "== $preset: ctest FAILED to run (exit status $status)"
        failed=$((failed + 1))
        return
    fi
    bad=$(count failures "$report")
    skipped=$(($(count skipped "$report") + $(count disabled "$report")))
    good=$(($(count tests "$report") - bad - skipped))
    [ "$status" -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    test_times "$report" | head -n 15 | sed 's/^/   slowest: /'
    echo "== $preset: $good passed, $bad failed, $skipped skipped; $(test_times "$report" | awk '{ sum += $1 } END { print int(sum) }') seconds of tests"
    passed=$((passed + good))
    failed=$((failed + bad))
    [ "$bad" -eq 0 ] || failures="$failures$(test_failures "$preset" "$report")
"
}

# For people: the release build, unit tests, every game's examples, known counts. Three minutes on two cores.
quick_labels='^(unit|game|perft)$'

# test [--all] [CTEST ARGUMENT...]
command_test() {
    need_to_build
    # shellcheck disable=SC2086 # a list of words
    need test $test_packages
    if [ "${1:-}" != --all ]; then
        if [ $# -gt 0 ]; then
            test_preset release '' --no-tests=ignore "$@"
        else
            test_preset release quick_tests --label-regex "$quick_labels" --label-exclude slow
        fi
    else
        shift
        test_everything "$@"
    fi
    printf '%s' "$failures"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

# These compare behaviour, which is the same in both builds; sanitized they would only be slow.
not_sanitized='^(reference|engines)$'
# The labels of the tests that run sanitized, what finds most first, and the seconds that they may take (the build counts with the first): what
# would not end within CI's time on a slow machine is left out, and that is said.
sanitized_labels='unit:750 fuzz:100 generate:60 perft:60 python:100 game:200 commands:350 invariants:300 shell:1000'

# late SECONDS: so many more would be more than CI has.
late() {
    [ "${CI:-}" ] && [ $(($(date +%s) - began + $1)) -gt 2800 ]
}

# As released and with sanitizers, with every program that a test can use.
test_everything() {
    began=$(date +%s)
    # shellcheck disable=SC2086 # lists of words
    {
        wish $test_wishes
        wish $writing_wishes
    }
    for part in editor lsp page; do
        sh "$root/interp/serve/codemirror/modules.sh" "$root/tests/cli/$part" "$root/build/$part" >/dev/null ||
            say "npm did not install what tests/cli/$part names: the test that uses it is skipped"
    done
    # Many tests wait, for another program or for time to pass.
    export CTEST_PARALLEL_LEVEL=$((cores + 1))
    if [ $# -gt 0 ]; then
        # What is asked for by name need not be in both builds.
        test_preset release '' --no-tests=ignore "$@"
        test_preset asan '' --no-tests=ignore --label-exclude "$not_sanitized" "$@"
        return
    fi
    test_readme
    test_preset release ''
    ran=$not_sanitized
    for row in $sanitized_labels; do
        label=${row%:*}
        if late "${row#*:}"; then
            echo "== asan: left out: $label: the machine is wanted back (./dev test --all without CI=)"
        else
            test_preset asan '' --label-regex "^$label\$" --label-exclude "$ran"
        fi
        ran="$ran|^$label\$"
    done
    if late 200; then
        echo "== fuzz: left out: the machine is wanted back (./dev fuzz all)"
    else
        test_fuzz
    fi
}

# README's lines that install, before the rest is built: they must build all that they need.
test_readme() {
    echo "== README: installing"
    if sh "$root/tests/cli/install/test_readme.sh"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

# about WORD: the names of the tests that know a key, a file or a code, as one pattern: units and shell tests whose source has the word, and
# games and samples whose rules or examples have it.
about() {
    (cd "$root" && {
        grep -lwF -- "$1" tests/unit/*/test_*.c tests/invalid/test_*.c 2>/dev/null | sed 's#^tests/##; s#test_##; s#\.c$##'
        grep -rlwF --include='*.sh' -- "$1" tests | while IFS= read -r script; do
            sed -n "s#^ *ferz_shell_test(\([a-z/-]*\) ${script#tests/}.*#\1#p" tests/CMakeLists.txt
        done
        grep -lwF -- "$1" rules/*.yaml rules/*.lua tests/samples/*.yaml tests/samples/*.lua 2>/dev/null |
            sed 's#.*/##; s#\.test\.yaml$##; s#\.[a-z]*$##; s#.*#(game|sample)/&/.*#'
    }) | LC_ALL=C sort -u | paste -s -d '|' -
}

# check NAME: builds what the tests of that name need, and runs them. check --about WORD: those that know it.
command_check() {
    [ $# -ge 1 ] || die "which test? ./dev check NAME, e.g. unit/play/fen, game/makruk, cli/new; ctest -N in build/release lists them"
    if [ "$1" = --about ]; then
        [ $# -ge 2 ] || die "about what? ./dev check --about WORD: a key of the rules, a file, a code"
        names=$(about "$2")
        [ "$names" ] || die "no test knows $2"
        shift 2
        set -- "$names" "$@"
    fi
    need_to_build
    # shellcheck disable=SC2086 # a list of words
    need test $test_packages
    { hold release && configure release; } || die "cmake failed"
    let_go
    name=$1
    shift
    # The programs that ctest would start; tests in shell get theirs as arguments.
    rows=$(grep -hE "^add_test\\(\\[=\\[[^]]*($name)" "$root/build/release/tests/CTestTestfile.cmake")
    [ "$rows" ] || die "no test has a name like $name"
    targets=$(echo "$rows" | grep -oE "\"$root/build/release/(tests/)?[A-Za-z0-9_]+\"" | tr -d '"' | sed 's#.*/##' | LC_ALL=C sort -u)
    # shellcheck disable=SC2086 # a list of words
    [ -z "$targets" ] || build release $targets || die "the build failed"
    (cd "$root" && ctest --preset release --output-on-failure -R "$name" "$@" </dev/null)
}

# test_foreign PRESET: known counts, every game's examples and the samples of the reference implementation, on what was built for somewhere else.
test_foreign() {
    test_preset "$1" 'ferz ferz_shared run_perft reference_compare' --tests-regex '^(game/|perft/(counts|reference)$|reference/sample-|cli/match-players$)' --label-exclude slow
    printf '%s' "$failures"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}

command_reference() {
    need_to_build
    build release reference_compare || exit 1
    sh "$root/tests/reference/compare_all.sh" "$root/build/release/tests/reference_compare" "$@"
}

command_bench() {
    need_to_build
    if [ -f "$root/tests/performance/bench/bench.c" ]; then
        build release ferz_bench || die "the build failed"
        exec "$root/build/release/ferz_bench" "$@"
    fi
    command_run bench "$@"
}

# What is played stands in tests/performance/strength/opponents.txt, how in strength.sh.
command_strength() {
    need_to_build
    need strength jq:jq
    wish fairy-stockfish:fairy-stockfish sjaakii:sjaakii fairymax:fairymax stockfish:stockfish
    build release ferz || die "the build failed"
    exec sh "$root/tests/performance/strength/strength.sh" "$root/build/release/ferz" "$@"
}
