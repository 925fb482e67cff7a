#!/bin/sh
# What `ferz export` writes, `ferz import` reads as the same game: as many leaves. A game that cannot be written is refused at a
# place of its file, or for what it is. All games, those of tests/samples, the variants that Fairy-Stockfish has built in, and what
# variants-debian.ini and variants-current.ini become.
# usage: test_round_trip.sh PATH-OF-FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../../program.sh"
agreed=0
refused=0

fail() {
    failed=$((failed + 1))
    echo "FAILED $*"
}

leaves() { # GAME
    timeout 60 "$FERZ" perft "$1" --depth 2
}

# there_and_back GAME: a name or a file
asked=0
there_and_back() {
    asked=$((asked + 1))
    in_share $asked 3 || return
    rm -f back/*
    timeout 20 "$FERZ" export "$1" >section.ini 2>err
    status=$?
    if [ "$status" -eq 1 ]; then
        if [ ! -s section.ini ] && grep -Eq '(^|: )error: ' err; then
            refused=$((refused + 1))
        else
            fail "$1: not written, and no word why"
        fi
        return
    fi
    [ "$status" -eq 0 ] || { fail "$1: export ends with $status: $(head -n 2 err)"; return; }
    # Under a name of its own: chess may not extend chess.
    sed "s/^\[[^]:]*/[back-again/" section.ini >again.ini
    timeout 20 "$FERZ" import again.ini --output back >out 2>err || { fail "$1: not read again: $(head -n 3 err)"; return; }
    here_count=$(leaves "$1") || { fail "$1: no count"; return; }
    there_count=$(leaves back/back-again.yaml) || { fail "$1: no count of what was read"; return; }
    if [ "$here_count" = "$there_count" ]; then
        agreed=$((agreed + 1))
    else
        fail "$1: $(echo "$here_count" | head -n 1), but read again $(echo "$there_count" | head -n 1)"
    fi
}

mkdir back old new
for game in $("$FERZ" list --all | cut -f 1) "$root"/tests/samples/*.yaml; do
    case $game in
    */hands-full.yaml) ;; # a start of a thousand letters is more than `import` reads
    *) there_and_back "$game" ;;
    esac
done
# Not all of their sections can be said: test_import.sh.
timeout 60 "$FERZ" import "$root/tests/engines/variants-debian.ini" --output old >/dev/null 2>&1
timeout 60 "$FERZ" import "$root/tests/engines/variants-current.ini" --output new >/dev/null 2>&1
for game in old/*.yaml new/*.yaml; do
    there_and_back "$game"
done
[ "$agreed" -ge 40 ] || fail "only $agreed games went there and back"
[ "$refused" -ge 40 ] || fail "only $refused games were refused"
echo "$agreed games came back the same, $refused refused, $failed failed"
[ "$failed" -eq 0 ]
