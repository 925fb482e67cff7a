#!/bin/sh
# Moves and positions of other programs (spellings/moves.tsv, spellings/positions.tsv) in the front ends of the program: why,
# --moves, play, examples, UCI, XBoard. Each must answer alike. unit/match/test_spellings.c tries the library, matches and
# the methods of the workbench.
# usage: test_spellings.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"
ferz=$FERZ
tab=$(printf '\t')
rows=0

wrong() { # DOOR ROW FOUND
    failed=$((failed + 1))
    echo "FAILED: $1: $2"
    echo "    $3" | head -n 4
}

# compare DOOR ROW FOUND MEANT: MEANT is the whole of FOUND, or ! and a part of it.
compare() {
    case $4 in
    !*) case $3 in *"${4#!}"*) ;; *) wrong "$1" "$2" "$3" ;; esac ;;
    *) [ "$3" = "$4" ] || wrong "$1" "$2" "$3" ;;
    esac
}

# The position behind the move, or the refusal, by what it prints.
while IFS=$tab read -r game fen text meant; do
    case $game in '' | '#'*) continue ;; esac
    rows=$((rows + 1))
    in_share "$rows" || continue
    row="$game $fen $text"
    [ "$fen" = - ] && fen=$("$ferz" fen "$game" 2>/dev/null)
    case $game in kyotoshogi) fen=; name=kyoto-shogi set="--set faces=marked" ;; *) name=$game set= ;; esac
    if [ -n "$fen" ]; then start="--fen"; else start=; fi
    # shellcheck disable=SC2086
    command() { c=$1 && shift && "$ferz" "$c" "$name" $set ${start:+"$start"} ${fen:+"$fen"} "$@"; }
    case $meant in
    !*) after=$meant ;;
    *) after=$(command fen --moves "$meant" 2>/dev/null) ;;
    esac
    compare fen "$row" "$(printf '%s\n' "$text" | command fen --moves - 2>&1)" "$after"
    compare --moves "$row" "$(command fen --moves "$text" 2>&1)" "$after"
    case $meant in
    !*) compare why "$row" "$(command why "$text" 2>&1)" "$meant" ;;
    *) compare why "$row" "$(command why "$text" 2>&1 | head -n 1)" legal ;;
    esac
    played=$(printf '%s\nfen\nquit\n' "$text" | command play --as all 2>&1)
    case $meant in
    !*) compare play "$row" "$played" "$meant" ;;
    *) compare play "$row" "$played" "!$after" ;;
    esac
    # One line each of UCI and XBoard, in one session for all rows: collected here.
    {
        echo "setoption name UCI_Variant value $game"
        echo "position ${fen:+fen }${fen:-startpos} moves $text"
        echo "d"
        echo "echo-row"
    } >>"$work/uci.in"
    printf '%s\t%s\n' "$row" "$after" >>"$work/uci.rows"
    case $game in xiangqi | janggi | amazons) continue ;; esac # XBoard counts their ranks from 0
    {
        echo "variant $game"
        echo force
        [ -n "$fen" ] && echo "setboard $fen"
        echo "usermove $text"
        echo "ping $rows"
    } >>"$work/xboard.in"
    printf '%s\t%s\t%s\n' "$rows" "$row" "$after" >>"$work/xboard.rows"
done <"$here/spellings/moves.tsv"

"$ferz" uci <"$work/uci.in" >"$work/uci.out" 2>&1
awk '/echo-row/ { printf "%s\n", block; block = ""; next }
     /^info string variant / { next }
     /^Fen: / { block = block substr($0, 6) " "; next }
     /^info string / { block = block substr($0, 13) " " }' "$work/uci.out" >"$work/uci.blocks"
exec 3<"$work/uci.blocks"
while IFS=$tab read -r row after; do
    IFS= read -r block <&3 || block=
    case $after in
    !*) compare uci "$row" "$block" "$after" ;;
    *) # UCI writes the position as other programs read it: compared behind our own reader
        game=${row%% *}
        case $game in kyotoshogi) continue ;; esac
        compare uci "$row" "$("$ferz" fen "$game" --fen "${block% }" 2>/dev/null)" "$after" ;;
    esac
done <"$work/uci.rows"
exec 3<&-

# Examples: those of a game in one file.
mkdir "$work/games"
for game in chess crazyhouse shogi makruk atomic capablanca chess960 draughts-russian xiangqi; do
    printf 'name: %s\nextends: %s\n' "$game" "$game" >"$work/games/x-$game.yaml"
    awk -F "$tab" -v game="$game" 'BEGIN { print "examples:" }
        $1 == game && $4 !~ /^!/ { printf "  - title: row %d\n%s    moves: [\"%s\"]\n", NR, $2 == "-" ? "" : "    fen: \"" $2 "\"\n", $3; any = 1 }' \
        "$here/spellings/moves.tsv" >"$work/games/x-$game.test.yaml"
    "$ferz" test "$work/games/x-$game.yaml" >"$work/found" 2>&1 || wrong examples "$game" "$(cat "$work/found")"
done

# XBoard says nothing of a legal move.
"$ferz" xboard <"$work/xboard.in" >"$work/xboard.out" 2>&1
while IFS=$tab read -r number row after; do
    block=$(awk -v pong="pong $number" '$0 == pong { print block; exit } /^pong / { block = ""; next } { block = block $0 "\n" }' "$work/xboard.out")
    case $after in
    !*) compare xboard "$row" "$block" "!Illegal move" ;;
    *) case $block in *[Ii]llegal*) wrong xboard "$row" "$block" ;; esac ;;
    esac
done <"$work/xboard.rows"

while IFS=$tab read -r game fen meant note; do
    case $game in '' | '#'*) continue ;; esac
    rows=$((rows + 1))
    in_share "$rows" || continue
    row="$game $fen"
    found=$("$ferz" fen "$game" --fen "$fen" 2>"$work/notes")
    case $meant in
    !*) compare fen "$row" "$(cat "$work/notes")" "$meant" ;;
    *)
        compare fen "$row" "$found" "$meant"
        compare note "$row" "$(cat "$work/notes")" "${note:+!}$note"
        compare play "$row" "$(printf 'fen\nquit\n' | "$ferz" play "$game" --fen "$fen" --as all 2>&1)" "!$meant"
        case $fen in 'fen '* | 'sfen '*) position=$fen ;; *) position="fen $fen" ;; esac
        said=$(printf 'setoption name UCI_Variant value %s\nposition %s\nd\nquit\n' "$game" "$position" | "$ferz" uci)
        compare uci "$row" "$("$ferz" fen "$game" --fen "$(printf '%s\n' "$said" | sed -n 's/^Fen: //p')" 2>/dev/null)" "$meant"
        [ -z "$note" ] || compare uci-note "$row" "$said" "!$note"
        # What is written for the other program is read back, and means the same.
        foreign=$("$ferz" fen "$game" --fen "$fen" --for fairy-stockfish 2>/dev/null)
        compare for "$row" "$("$ferz" fen "$game" --fen "$foreign" 2>/dev/null)" "$meant" ;;
    esac
done <"$here/spellings/positions.tsv"

echo "$rows rows, $failed failed"
[ "$failed" -eq 0 ]
