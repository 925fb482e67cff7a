# shellcheck shell=sh disable=SC2154 # ./dev sets root, cores and the lists of packages
# The commands of ./dev that make inputs up and let the machine fail: the long runs.
#: fuzz TARGET   make up inputs for one of the targets of tests/fuzz, or for `all`: --seconds N (60), --jobs J
#: faults [N]    memory, files and disks that fail, kill -9, signals, long sessions, threads: the long runs
#: generate      made-up rulesets, valid ones, ones with a mistake, ones that take long: [valid|broken|hostile|language] [--games N] [--seed S] [--jobs J]
#:               [--seconds N of the processor for a game] [--budget MS of it for a call of hostile ones] [--show] [--sanitized]

# fuzz_one TARGET SECONDS JOBS [SEED]: goes on with the corpus of the last time, and whatever the repository has; with a seed it begins
# with nothing but what is kept for the target, and leaves nothing.
fuzz_one() {
    target=$1
    broken=$root/build/fuzz/broken/$target
    scratch=$root/build/fuzz/scratch/$target
    corpus=$root/build/fuzz/corpus/$target
    [ -z "${4:-}" ] || corpus=$scratch/corpus
    mkdir -p "$scratch" "$corpus" "$broken" || return 3
    sh "$root/tests/fuzz/seeds.sh" "$target" "$scratch/seeds" ${4:+kept} || return 3
    many=
    [ "$3" -le 1 ] || many=-fork=$3
    [ -z "${4:-}" ] || many=-seed=$4
    # Time is measured by the processor inside (fuzz.h); the wall is only the last resort on a busy machine.
    # shellcheck disable=SC2086 # nothing, or one word
    TMPDIR=$scratch "$root/build/fuzz/out/fuzz_$target" $many "-max_total_time=$2" -timeout=120 \
        -rss_limit_mb=1024 -malloc_limit_mb=600 -max_len=6000 -close_fd_mask=3 -print_final_stats=1 \
        "-dict=$root/build/fuzz/out/fuzz_$target.dict" "-artifact_prefix=$broken/" "$corpus" "$scratch/seeds" </dev/null >"$scratch/output" 2>&1
    status=$?
    if [ "$status" -eq 0 ]; then
        echo "passed: fuzz $target, $(grep -a -o '^#[0-9][0-9]*' "$scratch/output" | tail -n 1 | tr -d '#') inputs"
    else
        tail -n 60 "$scratch/output"
        echo "FAILED: fuzz $target (libFuzzer's status $status); the input is in $broken: fix it, and keep it in tests/fuzz/found/$target"
    fi
    rm -rf "$scratch"
    return "$status"
}

fuzz_targets() {
    grep -o '{"[a-z]*", *fuzz_' "$root/tests/fuzz/fuzz.c" | tr -dc 'a-z"\n' | cut -d '"' -f 2
}

# build_fuzz: by the script that others build with; fuzz_one makes the first inputs of the one target that it runs.
build_fuzz() {
    env -u CC -u CFLAGS OUT="$root/build/fuzz/out" WORK="$root/build/fuzz/work" LIB_FUZZING_ENGINE=-fsanitize=fuzzer \
        sh "$root/tests/fuzz/build.sh" --no-corpus >"$root/build/fuzz-output" 2>&1 </dev/null && return
    tail -n 40 "$root/build/fuzz-output" >&2
    return 1
}

# The cheap part, where clang and its libFuzzer are: new inputs for one minute in all, as many targets at a time as there are processors.
# What each begins with at random is drawn from the commit: a commit is the same every time, and the next one is another.
test_fuzz() {
    if ! command -v clang >/dev/null || ! present +libfuzzer; then
        echo "== fuzz: left out: clang or its libFuzzer is not there (./dev fuzz installs them)"
        return
    fi
    mkdir -p "$root/build/fuzz"
    said=$root/build/fuzz/said
    rm -rf "$said" && mkdir "$said" || return
    targets=$(fuzz_targets)
    # shellcheck disable=SC2086 # a list of words
    each=$((60 / $(echo $targets | wc -w) + 1))
    seed=$(git -C "$root" -c safe.directory='*' rev-parse HEAD 2>/dev/null | cut -c1-7)
    seed=$((0x${seed:-1} + 1))
    echo "== fuzz: $each seconds for each target, seed $seed"
    if ! build_fuzz; then
        echo "== fuzz: the build FAILED"
        failed=$((failed + 1))
        return
    fi
    started=0
    for target in $targets; do
        { fuzz_one "$target" "$each" 1 "$seed" >"$said/$target" 2>&1 && : >"$said/$target.passed"; } &
        started=$((started + 1))
        [ $((started % cores)) -ne 0 ] || wait
    done
    wait
    for target in $targets; do
        cat "$said/$target"
        if [ -f "$said/$target.passed" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
        fi
    done
}

command_fuzz() {
    seconds=60
    jobs=1
    targets=
    while [ $# -gt 0 ]; do
        case $1 in
        --seconds | --jobs)
            [ $# -gt 1 ] || die "$1 wants a number"
            [ "$1" = --jobs ] || seconds=$2
            [ "$1" = --seconds ] || jobs=$2
            shift
            ;;
        *) targets="$targets $1" ;;
        esac
        shift
    done
    need_to_build
    need fuzz clang:clang
    need fuzz-runtime "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev:+libfuzzer"
    build_fuzz || die "the build failed"
    all=$(fuzz_targets | tr '\n' ' ')
    [ "$targets" ] || die "which target? One of: ${all}or \`all\`"
    [ "$targets" != " all" ] || targets=$all
    failed=0
    for target in $targets; do
        fuzz_targets | grep -q -x "$target" || die "there is no target $target"
        fuzz_one "$target" "$seconds" "$jobs" || failed=$((failed + 1))
    done
    [ "$failed" -eq 0 ]
}

# Fault injection, long runs. Prints the numbers of tests/results/faults.md.
command_faults() {
    need_to_build
    need test $test_packages
    build release ferz faults_commands faults_memory faults_sessions faults_threads || die "the build failed"
    build tsan ferz faults_threads || die "the build failed"
    failed=0
    there=$root/build/release/tests
    ferz=$root/build/release/ferz
    for row in "faults_commands --most ${1:-40}" "faults_memory --most ${1:-40}" "faults_sessions $ferz kills 1000" \
        "faults_sessions $ferz signals" "faults_sessions $ferz full" "faults_sessions $ferz flat 2000" \
        "faults_threads --rounds 3"; do
        echo "== $row"
        # shellcheck disable=SC2086 # words
        (cd "$root" && "$there"/$row) || failed=$((failed + 1))
    done
    echo "== under ThreadSanitizer: faults_threads"
    "$root/build/tsan/tests/faults_threads" || failed=$((failed + 1))
    echo "== under ThreadSanitizer: uci with eight threads"
    for game in chess circe crazyhouse; do
        {
            printf 'setoption name Threads value 8\nposition startpos\ngo nodes 20000\n'
            sleep 5
            printf 'position startpos\ngo infinite\n'
            sleep 5
            printf 'stop\nucinewgame\nposition startpos\ngo movetime 2000\n'
            sleep 5
            printf 'quit\n'
        } | FERZ_RULES=$root/rules "$root/build/tsan/ferz" uci "$game" >/dev/null || failed=$((failed + 1))
    done
    echo "$failed parts failed"
    [ "$failed" -eq 0 ]
}

# generate [valid|broken|hostile|language] [--games N] [--seed S] [--jobs J] [--seconds N] [--budget MS] [--show] [--sanitized]: all but language unless said.
command_generate() {
    preset=release
    kinds=
    arguments=
    while [ $# -gt 0 ]; do
        case $1 in
        valid | broken | hostile | language) kinds="$kinds $1" ;;
        --sanitized) preset=asan ;;
        *) arguments="$arguments $1" ;;
        esac
        shift
    done
    need_to_build
    build "$preset" ferz_generate || die "the build failed"
    failed=0
    for kind in ${kinds:-valid broken hostile}; do
        # shellcheck disable=SC2086 # a list of words
        "$root/build/$preset/tests/ferz_generate" "$kind" $arguments || failed=1
    done
    [ "$failed" -eq 0 ]
}
