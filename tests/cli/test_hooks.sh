#!/bin/sh
# What hooks hear of moves: each row is rules, a function, a position, and what the move must be there.
# usage: test_hooks.sh PROGRAM
program=$1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
failed=0
n=0

# rules (lines split by |), script, FEN, move, legal or illegal
row() {
    n=$((n + 1))
    printf '%s' "name: Row $n|script: row.lua|$1" | tr '|' '\n' >"$dir/row$n.yaml"
    echo >>"$dir/row$n.yaml"
    sed "s/row.lua/row$n.lua/" "$dir/row$n.yaml" >"$dir/t" && mv "$dir/t" "$dir/row$n.yaml"
    printf -- '--- A rule.\n%s\n' "$2" >"$dir/row$n.lua"
    said=$("$program" why "$dir/row$n.yaml" "$4" --fen "$3" 2>&1 | head -1)
    case $said in
    "$5"*) ;;
    *)
        echo "row $n: $4 should be $5, but: $said"
        echo "  $1"
        echo "  $2"
        failed=1
        ;;
    esac
}

# The same for the position after the moves: rules, script, FEN, moves, FEN after.
gives() {
    n=$((n + 1))
    printf '%s' "name: Row $n|script: row$n.lua|$1" | tr '|' '\n' >"$dir/row$n.yaml"
    echo >>"$dir/row$n.yaml"
    printf -- '--- A rule.\n%s\n' "$2" >"$dir/row$n.lua"
    said=$("$program" fen "$dir/row$n.yaml" --fen "$3" --moves "$4" 2>/dev/null)
    [ "$said" = "$5" ] && return
    echo "row $n: $4 should give $5, but: $said"
    failed=1
}

# How a move fails that is played: rules, script, move, a part of the message.
fails() {
    n=$((n + 1))
    printf '%s' "name: Row $n|script: row$n.lua|$1" | tr '|' '\n' >"$dir/row$n.yaml"
    echo >>"$dir/row$n.yaml"
    printf -- '--- A rule.\n%s\n' "$2" >"$dir/row$n.lua"
    said=$("$program" fen "$dir/row$n.yaml" --moves "$3" 2>&1)
    case $said in
    *"$4"*) ;;
    *)
        echo "row $n: $3 should fail with $4, but: $said"
        failed=1
        ;;
    esac
}

# What `check` says: rules, script, a part of the message.
says() {
    n=$((n + 1))
    printf '%s' "name: Row $n|script: row$n.lua|$1" | tr '|' '\n' >"$dir/row$n.yaml"
    echo >>"$dir/row$n.yaml"
    printf -- '--- A rule.\n%s\n' "$2" >"$dir/row$n.lua"
    said=$("$program" check "$dir/row$n.yaml" 2>&1)
    case $said in
    *"$3"*) ;;
    *)
        echo "row $n: check should say $3, but: $said"
        failed=1
        ;;
    esac
}

lion='board: {size: 8x8}|pieces:|  king: {letter: k, moves: K, royal: true}|  lion: {letter: l, moves: [NADK, caK]}|  pawn: {letter: p, moves: fW}|  gem: {letter: g}|start: 4k3/4g3/4p3/4L3/8/8/8/4K3 w - - 0 1|end: {checkmate: loss}'
jumps='board: {size: 8x8}|pieces:|  king: {letter: k, moves: K, royal: true}|  man: {letter: m, moves: [{jump: F, chain: any}]}|  pawn: {letter: p, moves: fW}|  gem: {letter: g}|start: 7k/8/8/5g2/8/3p4/2M5/K7 w - - 0 1|end: {checkmate: loss}'
lion_fen='4k3/4g3/4p3/4L3/8/8/8/4K3 w - - 0 1'
no='function f(move) return "no" end'
# every captured piece counts for the filter, whatever the kind of hook
for at in legal made; do
    row "$lion|hooks: {f: {at: $at, captured: gem}}" "$no" "$lion_fen" e5e7 illegal
    row "$lion|hooks: {f: {at: $at, captured: gem}}" "$no" "$lion_fen" e5e6e7 illegal
    row "$lion|hooks: {f: {at: $at, captured: pawn}}" "$no" "$lion_fen" e5e6e7 illegal
    row "$lion|hooks: {f: {at: $at, captured: gem}}" "$no" "$lion_fen" e5e6 legal
    row "extends: atomic|hooks: {f: {at: $at, captured: knight}}" "$no" '4k3/8/8/3p4/4Pn2/8/8/4K3 w - - 0 1' e4d5 legal
    row "extends: atomic|hooks: {f: {at: $at, captured: knight}}" "$no" '4k3/8/4n3/3p4/4P3/8/8/4K3 w - - 0 1' e4d5 illegal
    row "$jumps|hooks: {f: {at: $at, captured: gem}}" "$no" '7k/8/8/5g2/8/3p4/2M5/K7 w - - 0 1' c2e4g6 illegal
    row "$jumps|hooks: {f: {at: $at, captured: gem}}" "$no" '7k/8/8/5p2/8/3p4/2M5/K7 w - - 0 1' c2e4g6 legal
    # what false means
    row "extends: chess|hooks: {f: {at: $at, captures: false}}" "$no" '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1' e4d5 legal
    row "extends: chess|hooks: {f: {at: $at, captures: false}}" "$no" '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1' e4e5 illegal
    row "extends: crazyhouse|hooks: {f: {at: $at, drops: false}}" "$no" '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1' N@c3 legal
    row "extends: crazyhouse|hooks: {f: {at: $at, drops: false}}" "$no" '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1' e1e2 illegal
    # both halves of a castling
    row "extends: chess|hooks: {f: {at: $at, pieces: rook}}" 'function f(move) if name(move.to) == "f1" then return "no" end end' '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' e1g1 illegal
    row "extends: chess|hooks: {f: {at: $at, pieces: rook}}" 'function f(move) if name(move.to) == "f1" then return "no" end end' '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' e1c1 legal
    row "extends: chess|hooks: {f: {at: $at, to: f1}}" "$no" '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' e1g1 illegal
    row "extends: chess|hooks: {f: {at: $at}}" 'function f(move) return move.castling ~= "q" or move.half ~= "partner" end' '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' e1c1 illegal
    row "extends: chess|hooks: {f: {at: $at}}" 'function f(move) return move.castling ~= "q" end' '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1' e1g1 legal
    # removals
    row "extends: ultima|hooks: {f: {at: $at}}" 'function f(move) return not move.removal end' '4k3/8/8/8/4i3/3P4/8/4K3 w - - 0 1' xd3 illegal
done
row "extends: chess|hooks: {f: {at: made, checks: false}}" "$no" '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' a1a8 legal
row "extends: chess|hooks: {f: {at: made, checks: false}}" "$no" '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' a1a7 illegal
row "$lion|hooks: {f: {at: legal}}" 'function f(move) local v = move.victims; return not (#v == 2 and v[1].piece == "pawn" and name(v[2].cell) == "e7" and v[2].owner == players[2]) end' "$lion_fen" e5e6e7 illegal
# a castling with check counts once; en passant in a turn that goes on
gives 'extends: chess|counters: [n]|hooks: {f: {at: after, checks: true, changes: counters}}' 'function f(move) return {{counter = "n", add = 1}} end' '5k2/8/8/8/8/8/8/4K2R w K - 0 1' e1g1 '5k2/8/8/8/8/8/8/5RK1 b - - 1 1 n=1'
gives 'extends: chess|hooks: {f: {at: after, pieces: pawn}}' 'function f(move) if ply() == 0 then return {{next_player = move.owner}} end end' '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1' 'd7d5 e8f8' '5k2/8/8/3pP3/8/8/8/4K3 w - d6 1 2'
# what a hook promised to leave alone
gives 'extends: chess|hooks: {f: {at: after, pieces: pawn, changes: turn}}' 'function f(move) if ply() == 0 then return {{next_player = move.owner}, {halfmove_clock = 9}} end end' '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1' 'd7d5 e8f8' '5k2/8/8/3pP3/8/8/8/4K3 w - d6 10 2'
fails 'extends: chess|hooks: {f: {at: after, changes: turn}}' 'function f(move) return {{capture = move.to}} end' e2e4 'an effect on the board or a hand, and says `changes: turn`'
fails 'extends: chess|hooks: {f: {at: after, changes: counters}}' 'function f(move) return {{next_player = move.owner}} end' e2e4 'an effect that is not of a counter, and says `changes: counters`'
# on_capture hears the true owner
three='board: {size: 5x5}|players: [{name: red, seat: south, letter: r}, {name: blue, seat: north, letter: b}, {name: green, seat: west, letter: g}]|pieces:|  king: {letter: k, moves: K, royal: true}|  rook: {letter: r, moves: [R, dF]}|  queen: {letter: q, moves: Q}|start: "gk,3,bk/5/rr,3,gr/5/rk,4 r - - 0 1"|end: {checkmate: loss}'
became='if victim.owner == OWNER then return {becomes = "queen"} end end'
gives "$three" "function on_capture(mover, victim) $(echo "$became" | sed 's/OWNER/"green"/')" 'gk,3,bk/5/rr,3,gr/5/rk,4 r - - 0 1' a3e3 'gK,3,bK/5/4,rQ/5/rK,4 b - - 0 1'
gives "$three" "function on_capture(mover, victim) $(echo "$became" | sed 's/OWNER/"blue"/')" 'gk,3,bk/5/rr,3,gr/5/rk,4 r - - 0 1' a3e3 'gK,3,bK/5/4,rR/5/rK,4 b - - 0 1'
gives "$three" "function on_capture(mover, victim) $(echo "$became" | sed 's/OWNER/mover.owner/')" 'gk,3,bk/1,rr,3/rr,3,gr/5/rk,4 r - - 0 1' a3b4 'gK,3,bK/1,rQ,3/4,gR/5/rK,4 b - - 0 1'
neutral='board: {size: 5x5}|neutral: nobody|pieces:|  king: {letter: k, moves: K, royal: true}|  rook: {letter: r, moves: R}|  queen: {letter: q, moves: Q}|start: "3k1/5/R3=r/5/K4 w - - 0 1"|end: {checkmate: loss}'
gives "$neutral" "function on_capture(mover, victim) $(echo "$became" | sed 's/OWNER/"nobody"/')" '3k1/5/R3=r/5/K4 w - - 0 1' a3e3 '3k1/5/4Q/5/K4 b - - 0 1'
# fields that do not exist
says 'extends: chess|hooks: {f: {at: legal}}' 'function f(move) return move.capture ~= "queen" end' 'did you mean "captured"?'
says 'extends: chess|hooks: {f: {at: after}}' 'function f(move) return {{transform = move.origin, into = "queen"}} end' 'move has no field "origin"'
says 'extends: chess' 'function on_capture(mover, victim) return {becomes = victim.tpe} end' 'did you mean "type"?'
says 'extends: chess|hooks: {f: {at: legal, captures: true}}' 'function f(move) return move.victims[1].square ~= 3 end' 'has no field "square"'
says 'extends: chess|hooks: {f: {at: moves, captures: false}}' 'function f() end' 'goes with hooks that are asked about a move'
says 'extends: chess|hooks: {f: {at: after, only: true}}' 'function f() end' '`only` goes with `at: moves`'
says 'extends: chess|hooks: {f: {at: legal, captures: false, captured: pawn}}' 'function f() end' 'leave no move'
says 'extends: chess' 'function on_captrue(mover, victim) end' 'did you mean `on_capture`?'
exit $failed
