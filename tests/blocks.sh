# For tests whose cases stand in a file of blocks, after program.sh:
#     ## TITLE
#     what is given
#     --
#     the answer
# `blocks FILE NAME FUNCTION`: each block's first half is put into the file NAME, and what FUNCTION then prints must be the second. Where
# the test has `--write` as its second argument, the answers are written instead, for a person to read.
# shellcheck shell=sh disable=SC2154 # from program.sh

blocks() {
    rm -f given.* answer.* title.*
    awk '/^## / { n++; file = "given." n; printf "" > file; printf "" > ("answer." n); print substr($0, 4) > ("title." n); next }
        /^--$/ && n { file = "answer." n; next }
        n { print > file }' "$here/$1"
    block=1
    : >whole
    while [ -f "given.$block" ]; do
        IFS= read -r title <"title.$block"
        cp "given.$block" "$2"
        $3 >got 2>&1
        if cmp -s got "answer.$block"; then
            passed=$((passed + 1))
        elif [ "$write" ]; then
            echo "written again: $1: $title"
        else
            verdict 1 "$1: $title" "$(diff "answer.$block" got | head -n 20)"
        fi
        [ ! "$write" ] || { echo "## $title"; cat "given.$block"; echo --; cat got; } >>whole
        block=$((block + 1))
    done
    [ "$block" -gt 20 ] || verdict 1 "$1: only $block blocks"
    if [ "$write" ]; then
        { sed '/^## /,$d' "$here/$1"; cat whole; } >again
        cp again "$here/$1"
    fi
}

write=
[ "${2:-}" != --write ] || write=yes
LC_ALL=C
export LC_ALL
