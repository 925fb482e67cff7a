#!/bin/sh
# report.sh BUILD [WORD…]: what the tests that ran in BUILD (preset `coverage`) covered of interp/, by file and folder, the total last; exit
# status 1 when it is below the floor. With words: the lines not covered of the files whose names contain one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=$1
shift

# merged OBJECTS: one row for each line. gcov speaks of a file's every object.
merged() {
    find "$build/CMakeFiles" -name '*.gcno' -print0 | xargs -0 gcov --stdout --branch-probabilities --branch-counts 2>/dev/null |
        awk -v root="$root" -f "$here/merge.awk" | LC_ALL=C sort -t '	' -k 1,1 -k 2,2n
}

merged >"$build/coverage.txt"
if [ ! -s "$build/coverage.txt" ]; then
    echo "no counts in $build: gcov of the compiler that built it is needed" >&2
    exit 3
fi
awk -v ask="$*" -v floor="$(grep -v '^#' "$here/floor.txt")" -f "$here/report.awk" "$here/not_covered.txt" "$build/coverage.txt"
