# shellcheck shell=sh disable=SC2154 # ./dev sets root, cores and the lists of packages
# The commands of ./dev that look at the sources and at the tests.
#: coverage      what of interp/ the tests run: lines and branches; with words: what is not run in the files of such names
#: lint          gcc and clang with all warnings as errors, clang-tidy, clang-format, shellcheck
#: mutate        small faults in interp/compile, core and play, and which tests notice them: --seed S, --count N, --left (only those left last time)
#: size          what a key, a question, an effect costs; lines by folder, the longest functions
#: format        lay out all C sources by .clang-format

ours() {
    find "$root/interp" "$root/tests" -name '*.[ch]' | LC_ALL=C sort
}

# shellcheck disable=SC2317 # the functions are called through try
command_lint() {
    need_to_build
    # shellcheck disable=SC2086 # a list of words
    need lint $lint_packages
    failed=0
    try() {
        words=$1
        shift
        if "$@"; then
            echo "passed: $words"
        else
            echo "FAILED: $words"
            failed=$((failed + 1))
        fi
    }
    tidy() {
        find "$root/interp" -name '*.c' -print0 | xargs -0 -P "$cores" -n 1 clang-tidy --quiet -p "$root/build/clang"
    }
    layout() {
        ours | xargs clang-format --dry-run --Werror
    }
    shells() {
        find "$root/dev" "$root/.ci" "$root/tests" "$root/release" -type f \( -name '*.sh' -o -path "$root/dev" -o -path '*/.ci/*' \) \
            -print0 | xargs -0 shellcheck -x -P "$root" -S warning # its lesser remarks are matters of taste
    }
    try "gcc, warnings as errors" build gcc
    try "clang, warnings as errors" build clang
    try "clang-tidy" tidy
    try "clang-format" layout
    try "shellcheck" shells
    [ "$failed" -eq 0 ]
}

command_format() {
    # shellcheck disable=SC2086 # a list of words
    need format $format_packages
    ours | xargs clang-format -i
}

# coverage: everything again; with words: the lines not covered, of the files whose names contain one, as of the last time.
command_coverage() {
    need_to_build
    if [ $# -eq 0 ]; then
        # shellcheck disable=SC2086 # lists of words
        {
            need test $test_packages
            wish $test_wishes
            wish $writing_wishes
        }
        build coverage || die "the build failed"
        find "$root/build/coverage" -name '*.gcda' -delete
        # Nothing is optimised: a test with a clock may fail here. Whether the tests pass is for ./dev test to say.
        (cd "$root" && ctest --preset coverage --quiet --output-log "$root/build/coverage/tests.txt" </dev/null) ||
            say "not all tests passed, see build/coverage/tests.txt"
    fi
    sh "$root/tests/quality/coverage/report.sh" "$root/build/coverage" "$@"
}

command_mutate() {
    need_to_build
    # shellcheck disable=SC2086 # a list of words
    need mutate $test_packages clang:clang python3:python3 python3-clang:+python3-clang
    exec /usr/bin/python3 "$root/tests/quality/mutation/mutate.py" "$@"
}

# size: what one fact costs, and how large the program is; ceilings.txt beside the script is what CI holds.
command_size() {
    exec sh "$root/tests/quality/size/size.sh" "$@"
}
