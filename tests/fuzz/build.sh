#!/bin/sh
# Builds the fuzzers in the form of OSS-Fuzz: from $CC, $CFLAGS, $LIB_FUZZING_ENGINE and $WORK it makes in $OUT, for each target, the
# program fuzz_TARGET, its dictionary, its first inputs and its options. What they read of the repository lies beside them in `ferz`,
# and libyaml and Lua are linked in, so that $OUT may be carried elsewhere. `./dev fuzz` builds and runs the same.
# usage: build.sh [--no-corpus]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CC:=clang}" "${LIB_FUZZING_ENGINE:=-fsanitize=fuzzer}" "${OUT:=$root/build/fuzz/out}" "${WORK:=$root/build/fuzz/work}"
: "${CFLAGS:=-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all}"
mkdir -p "$OUT" "$WORK"

# Assertions on; nothing that a machine may lack. Flags of the command line come before those of the build type, which are none.
cmake -S "$root" -B "$WORK" -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_C_FLAGS=$CFLAGS" -DCMAKE_C_FLAGS_DEBUG= \
    "-DFERZ_FUZZ_ENGINE=$LIB_FUZZING_ENGINE" -DFERZ_FUZZ=ON -DFERZ_FAST=OFF -DFERZ_HARDEN=OFF -DFERZ_PNG=OFF -DFERZ_EDIT=OFF >&2
cmake --build "$WORK" --parallel "$(nproc)" --target ferz_fuzz >&2

rm -rf "$OUT/ferz"
mkdir -p "$OUT/ferz/tests/fuzz"
cp -r "$root/rules" "$root/scripts" "$OUT/ferz"
cp -r "$root/tests/samples" "$OUT/ferz/tests"
cp -r "$root/tests/fuzz/games" "$OUT/ferz/tests/fuzz"

grep -o '{"[a-z]*", *fuzz_' "$root/tests/fuzz/fuzz.c" | tr -dc 'a-z"\n' | cut -d '"' -f 2 | while read -r target; do
    ln -f "$WORK/tests/ferz_fuzz" "$OUT/fuzz_$target" 2>/dev/null || cp "$WORK/tests/ferz_fuzz" "$OUT/fuzz_$target"
    sh "$root/tests/fuzz/words.sh" "$target" >"$OUT/fuzz_$target.dict"
    # An input that takes five seconds of the processor is a fault (fuzz.h); the wall is the last resort on a busy machine.
    printf '[libfuzzer]\ntimeout = 120\nrss_limit_mb = 1024\nmalloc_limit_mb = 600\nmax_len = 6000\nclose_fd_mask = 3\n' >"$OUT/fuzz_$target.options"
    [ "${1:-}" != --no-corpus ] || continue
    rm -rf "$WORK/seeds" "$OUT/fuzz_${target}_seed_corpus.zip"
    sh "$root/tests/fuzz/seeds.sh" "$target" "$WORK/seeds/$target"
    (cd "$WORK/seeds/$target" && zip -q -r "$OUT/fuzz_${target}_seed_corpus.zip" .)
done
