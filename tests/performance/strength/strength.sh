#!/bin/sh
# Strength beside other programs: a match for each row of opponents.txt, printed as the rows of a table in Markdown.
# usage: strength.sh FERZ [--games N] [--nodes N] [--movetime MS] [--seed S] [--plies N] [--program NAME=PATH]... [--fresh]
#                         [--write FILE] [GAME...]
#
# The other program has --nodes (5000) for each move. Ours has as many as it searches in the time that they take: a first match at
# ten times the nodes, one game at a time, tells how many each searches in a millisecond. Both are slowed alike by a machine with other
# work, so the ratio holds there, too. Programs by xboard's protocol, which has no limit of nodes, play at --movetime (50 milliseconds), and so
# does ours: that takes long, and they lose nearly all, so they play a tenth of the games. Each opening (--plies 6 at random) is played twice; a game is cut short after a thousand plies.
# What was played is kept in build/strength, and is not played again by the same program unless --fresh says so.
# --write puts the table of all rows that are kept there under the heading "Against other programs" of FILE.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
die() {
    echo "strength: $*" >&2
    exit 3
}
[ $# -ge 1 ] || die "usage: strength.sh FERZ [OPTION...] [GAME...]"
ferz=$1
shift
games=400 nodes=5000 movetime=50 seed=1 plies=6
programs='' names='' fresh='' report=''
while [ $# -gt 0 ]; do
    case $1 in
    --games | --nodes | --movetime | --seed | --plies)
        case ${2:-} in '' | *[!0-9]* | 0*) die "$1 wants a number" ;; esac
        eval "${1#--}=$2"
        shift
        ;;
    --program)
        case ${2:-} in ?*=?*) ;; *) die "--program wants NAME=PATH" ;; esac
        programs="$programs $2"
        shift
        ;;
    --write)
        [ -f "${2:-}" ] || die "--write wants a file that is there"
        report=$2
        shift
        ;;
    --fresh) fresh=1 ;;
    -*) die "no option $1" ;;
    *) names="$names $1" ;;
    esac
    shift
done
FERZ_RULES=${FERZ_RULES:-$root/rules}
export FERZ_RULES

# program NAME: where it is; nothing when it is not there.
program() {
    for pair in $programs; do
        [ "${pair%%=*}" != "$1" ] || {
            echo "${pair#*=}"
            return
        }
    done
    command -v "$1" || { [ ! -x "/usr/games/$1" ] || echo "/usr/games/$1"; }
}

# version NAME PATH: Debian's version of it, or the date of the file.
version() {
    package=$(dpkg-query -S "$2" 2>/dev/null | cut -d: -f1)
    if [ -n "$package" ]; then
        dpkg-query -W -f "$1 \${Version}" "$package"
    else
        echo "$1 of $(date -u -r "$2" +%Y-%m-%d)"
    fi
}

rows() {
    grep -v '^#' "$here/opponents.txt" | sed 's/  *|  */|/g'
}
for name in $names; do
    rows | grep -q "^${name}[ |]" || die "no row of opponents.txt is about $name"
done

# What a result depends on: the program, its networks and tuning files, and how it was played.
state=$(cat "$ferz" "$FERZ_RULES"/* 2>/dev/null | sha256sum | cut -c1-12)
work=$root/build/strength/$state-$games-$nodes-$movetime-$plies-$seed
[ -z "$fresh" ] || rm -rf "$work"
mkdir -p "$work" || die "cannot write to $work"

# play FILE [ARGUMENT...]: the JSON of a match, once it is over. Exit status 1 of it only says that a player broke a rule.
play() {
    file=$1
    shift
    "$ferz" match "$@" --max-plies 1000 --json --plies "$plies" --seed "$seed" >"$file.part" 2>"$file.log" </dev/null
    [ $? -le 1 ] && jq -e '.finished > 0 and (.interrupted | not)' "$file.part" >/dev/null 2>&1 && mv "$file.part" "$file"
}

# speed LOG: nodes a millisecond of the engine whose lines these are, by what it said last before its moves: the median of the moves, so
# that what else the machine does for a moment does not count. Where a mate ended a search early, the number of nodes tells nothing.
speed() {
    awk '/> info .* nodes / {
            mate = 0
            for (i = 3; i < NF; i++) {
                if ($i == "nodes") n = $(i + 1)
                if ($i == "time") t = $(i + 1)
                mate += $i == "mate"
            }
        }
        /> bestmove/ { if (!mate && t > 0) print n / t; n = t = 0 }' "$1" 2>/dev/null | sort -n |
        awk '{ speed[NR] = $1 } END { if (NR) print speed[int((NR + 1) / 2)] }'
}

# row FILE GAME: of the table.
row() {
    jq -r --arg game "$2" --arg opponent "$(sed -n 1p "$1.with")" --arg limits "$(sed -n 2p "$1.with")" '
        def signed: if . > 0 then "+\(.)" elif . < 0 then "−\(-.)" else "\(.)" end;
        .players[0] as $p | (.players[1].faults | add) as $faults |
        (if $p.wins + $p.draws == 0 then "all lost" elif $p.losses + $p.draws == 0 then "all won"
         else "\($p.elo | round | signed) ± \(if $p.error == null then "?" else $p.error | round end)" end) as $elo |
        "| `\($game)` | \($opponent) | \($limits) | \(.finished) | +\($p.wins) =\($p.draws) −\($p.losses) | \($elo) | \($faults) | \($p.disputed) |"' "$1"
}

failed=0
: >"$work/table" || die "cannot write to $work"
rows >"$work/rows"
while IFS='|' read -r words opponent settings <&3; do
    game=${words%% *}
    path=$(program "$opponent")
    who=$opponent
    [ -z "$path" ] || who="$(version "$opponent" "$path")$(echo "$settings" | sed -n 's/.*UCI_Elo=\([0-9]*\).*/ at \1/p')"
    key=$(echo "$words $who $settings" | tr -c 'A-Za-z0-9\n' '-')
    wanted=
    case " $names " in *" $game "*) wanted=1 ;; *) [ -n "$names" ] || wanted=1 ;; esac
    if [ -n "$wanted" ] && [ ! -f "$work/$key.json" ]; then
        count=$games
        [ -n "$path" ] || {
            echo "strength: $opponent is not there; $game is left out" >&2
            continue
        }
        set -- "name=$opponent cmd=$path $settings"
        case $settings in
        *proto=xboard*)
            own="movetime=$movetime" other="movetime=$movetime" limits="$movetime ms | $movetime ms"
            pairs=$(((games + 19) / 20))
            count=$((2 * pairs))
            ;;
        *)
            rm -f "$work/ours.log" "$work/theirs.log"
            chosen=$(echo "$words" | sed 's/^[^ ]*//; s/ --set//g; s/^ //')
            # shellcheck disable=SC2086 # words
            play "$work/$key.speed" $words --games 4 --concurrency 1 --nodes $((nodes * 10)) \
                --engine "name=ferz cmd='$ferz uci $game' variant=$game ${chosen:+\"option.Settings=$chosen\"} log=$work/ours.log" --engine "$1 log=$work/theirs.log"
            number=$(echo "$(speed "$work/ours.log") $(speed "$work/theirs.log")" |
                awk -v nodes="$nodes" 'NF == 2 && $1 > 0 && $2 > 0 { printf "%d", nodes * $1 / $2 }')
            [ -n "$number" ] || {
                echo "strength: $game against $opponent is left out: $(head -n 1 "$work/$key.speed.log" | cut -c1-120)" >&2
                continue
            }
            own="nodes=$number" other="nodes=$nodes" limits="$number | $nodes"
            ;;
        esac
        printf '%s\n%s\n' "$who" "$limits" >"$work/$key.json.with"
        # shellcheck disable=SC2086 # words
        play "$work/$key.json" $words --games "$count" --engine "name=ferz $own" --engine "$1 $other" || {
            echo "strength: $game against $opponent came to no end: $(tail -n 1 "$work/$key.json.log" | cut -c1-120)" >&2
            failed=$((failed + 1))
            continue
        }
    fi
    [ -f "$work/$key.json" ] || continue
    line=$(row "$work/$key.json" "$words")
    echo "$line" >>"$work/table"
    [ -z "$wanted" ] || echo "$line"
done 3<"$work/rows"

if [ -n "$report" ]; then
    # shellcheck disable=SC2016 # Markdown
    {
        sed '/^## Against other programs$/,$d' "$report"
        printf '## Against other programs\n\n'
        printf 'Written by `./dev strength` at %.8s, %s. Ours has as many nodes as it searches in the time of theirs.\n' \
            "$(git -C "$root" -c safe.directory='*' rev-parse HEAD)" "$(date -u +%Y-%m-%d)"
        printf 'Each opening of %d random plies is played twice. Elo is ours, with 95 %% by pairs of games; a game that the other program loses\n' "$plies"
        printf 'by a fault, or that is disputed, counts as won.\n\n'
        printf '| game | opponent | ours | theirs | games | result | Elo | faults of theirs | disputed |\n'
        printf '| --- | --- | --: | --: | --: | --- | --- | --: | --: |\n'
        cat "$work/table"
        sed '1,/^## Against other programs$/d' "$report" | sed -n '/^## /,$p' | sed '1s/^/\n/'
    } >"$work/report"
    cp "$work/report" "$report"
fi
[ "$failed" -eq 0 ]
