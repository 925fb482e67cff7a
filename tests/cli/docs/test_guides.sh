#!/bin/sh
# The guides are followed word by word, by somebody who has nothing but what they show. In each guide of guides/, from top to
# bottom and in one empty folder:
#   ```yaml NAME, lua, text, c    the block is the whole file NAME
#   ```console                    after `$ ` stands a command, after it what the terminal shows: both streams. A line
#                                 `...` stands for any lines.
#   ```console COMMAND            the same, where the program has that command.
# Blocks of other kinds are not run, and yaml or lua without a name is an error: what is shown is whole.
# usage: test_guides.sh PATH-OF-FERZ [--write]: with --write, outputs in the guides are replaced by what is true now,
# except those with `...`. With FERZ_GUIDE only that one; else all but the one that needs an installed library, which cli/install follows.
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"
mkdir "$work/bin" && ln -s "$FERZ" "$work/bin/ferz"
PATH=$work/bin:$PATH
export PATH

# As a diff whose lines `...` match anything.
agrees() { # WANTED FOUND
    awk '
        FNR == NR { wanted[++n] = $0; next }
        { found[++m] = $0 }
        function matches(i, j) {
            while (i <= n) {
                if (wanted[i] == "...") {
                    for (; j <= m + 1; j++) if (matches(i + 1, j)) return 1
                    return 0
                }
                if (j > m || wanted[i] != found[j]) return 0
                i++; j++
            }
            return j == m + 1
        }
        END { exit !matches(1, 1) }' "$1" "$2"
}

# Cuts a guide into steps: work/steps/NNNN.{file,shown,command,wanted,text}; the texts together are the guide.
cut_guide() {
    awk -v out="$work/steps" -v commands=" $("$FERZ" --help | sed -n 's/^  \([a-z]*\) .*/\1/p' | tr '\n' ' ')" '
        function next_step(kind) { close(name); n++; name = sprintf("%s/%04d.%s", out, n, kind); printf "" > name }
        BEGIN { next_step("text") }
        !inside && /^```(yaml|lua|text|c) [^ ]/ { print > name; inside = "file"; file = $2; next_step("file-" file); next }
        !inside && /^```(yaml|lua)$/ { print FILENAME ":" FNR ": a block without the name of its file" > (out "/fault") }
        !inside && /^```console [a-z]+$/ && !index(commands, " " $2 " ") {
            print FILENAME ": no ferz " $2 " yet: its part is left out" > "/dev/stderr"
            inside = "other"; print > name; next }
        !inside && /^```console/ { print > name; inside = "console"; next_step("text"); next }
        !inside && /^```[a-z]/ { inside = "other"; print > name; next }
        empty && (/^```$/ || /^\$ /) { next_step("text"); while (empty) { print "" > name; empty-- } }
        inside && /^```$/ { if (inside != "other") next_step("text"); inside = ""; print > name; next }
        inside == "console" && /^\$ / {
            next_step("command"); print > name; next_step("wanted"); next }
        inside == "console" && /^$/ { empty++; next } # part of an output, unless a command or the end follows
        empty && inside == "console" { while (empty) { print "" > name; empty-- } }
        { print > name }' "$1"
}

for guide in "$root"/guides/${FERZ_GUIDE:-*.md}; do
    [ -n "${FERZ_GUIDE:-}" ] || [ "$(basename "$guide")" != library.md ] || continue
    rm -rf "$work/steps" "$work/here"
    mkdir "$work/steps" "$work/here"
    cut_guide "$guide"
    name=guides/$(basename "$guide")
    if [ -e "$work/steps/fault" ]; then
        failed=$((failed + 1))
        cat "$work/steps/fault"
    fi
    case $name in */lesson.md) cp -r "$root"/guides/lesson/* "$work/here/" ;; esac # what it begins with
    for step in "$work"/steps/*; do
        case $step in
        *.file-*)
            cp "$step" "$work/here/${step##*.file-}"
            ;;
        *.command)
            command=$(sed 's/^\$ //' "$step")
            (cd "$work/here" && timeout 120 sh -c "$command") 2>&1 </dev/null | sed "s#$root/##g" >"$work/found"
            number=$(basename "$step" .command)
            wanted=$(printf '%s/%04d.wanted' "$work/steps" "$(($(echo "$number" | sed 's/^0*//') + 1))")
            if agrees "$wanted" "$work/found"; then
                passed=$((passed + 1))
            elif [ "${2:-}" = --write ] && ! grep -qx '\.\.\.' "$wanted"; then
                cp "$work/found" "$wanted"
                echo "written: $name: $command"
            else
                failed=$((failed + 1))
                echo "FAILED $name: $command"
                diff "$wanted" "$work/found" | sed 's/^/    /' | head -20
            fi
            ;;
        esac
    done
    if [ "${2:-}" = --write ]; then
        rm -f "$work/steps/fault"
        cat "$work"/steps/* >"$work/new" && cat "$work/new" >"$guide"
    else
        cat "$work"/steps/[0-9]* | cmp -s - "$guide" || { failed=$((failed + 1)); echo "FAILED: $name was cut wrongly"; }
    fi
done
[ "$passed" -ge 20 ] || [ -n "${FERZ_GUIDE:-}" ] || { failed=$((failed + 1)); echo "FAILED: only $passed commands were found"; }
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
