#!/bin/sh
# The exercises of guides/lesson.md: each is sound and not solved, its examples say so, and its solution makes them come true.
# usage: test_lesson.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"

exercises=0
cp "$root"/guides/lesson/*.* "$work/"
for file in "$root"/guides/lesson/[0-9]*.yaml; do
    name=$(basename "$file" .yaml)
    case $name in *.test) continue ;; esac
    exercises=$((exercises + 1))
    "$FERZ" check "$work/$name.yaml" >"$work/said" 2>&1
    verdict $? "$name: can be loaded as it is"
    "$FERZ" test "$work/$name.yaml" >"$work/said" 2>&1
    [ $? -eq 1 ] && grep -q ' [1-9][0-9]* failed' "$work/said"
    verdict $? "$name: is not solved"
    # What was true before the exercise is still: not everything fails.
    grep -q '[1-9][0-9]* passed' "$work/said"
    verdict $? "$name: some of its examples hold already"
    [ -e "$root/guides/lesson/solutions/$name.yaml" ]
    verdict $? "$name: has a solution"
    cp "$root/guides/lesson/solutions/$name".* "$work/"
    "$FERZ" check "$work/$name.yaml" >"$work/said" 2>&1 && [ ! -s "$work/said" ]
    verdict $? "$name: the solution is sound"
    "$FERZ" test "$work/$name.yaml" >"$work/said" 2>&1 && grep -q ', 0 failed' "$work/said"
    verdict $? "$name: the solution is right"
    grep -q "$name" "$root/guides/lesson.md"
    verdict $? "$name: the lesson speaks of it"
done
[ $exercises -ge 5 ]
verdict $? 'there are exercises'
for file in "$root"/guides/lesson/solutions/*.yaml; do
    [ -e "$root/guides/lesson/$(basename "$file")" ]
    verdict $? "$(basename "$file") belongs to an exercise"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
