#!/bin/sh
# More of something than fits into a list of usual length: the answer is right, or an error says so. Nothing is left out in silence.
# Usage: test_many.sh FERZ
# shellcheck source=tests/program.sh
. "$(dirname "$0")/../program.sh"

# says NAME STATUS PATTERN COMMAND...
says() {
    name=$1 wanted=$2 pattern=$3
    shift 3
    timeout 100 "$FERZ" "$@" >said 2>&1
    status=$?
    [ "$status" -eq "$wanted" ] && grep -Eq -- "$pattern" said
    verdict $? "$name"
}

# ---- replies that end a game: more than 512 of them (a goal with grace, a bare king) ----

cat >goal.yaml <<'END'
name: Goal with grace on a large board
board: {size: 30x30}
pieces:
  amazon: {letter: a, moves: QN}
  runner: {letter: r, moves: K}
start: "30/30/30/30/30/aaaaaaaaaa20/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30/30 w - - 0 1"
end:
  race: {when: goal 1, pieces: runner, zone: own rank 30, grace: black, result: win}
END
# board N RANK: N amazons, and a runner that reaches its goal at once from rank 2.
board() {
    awk -v n="$1" -v rank="$2" 'BEGIN {
        for (r = 30; r > 0; r--) {
            row = ""; empty = 0
            for (c = 0; c < 30; c++) {
                piece = ""
                if (r == 30 && c == 4) piece = ""
                if (r == 29 && c == 0) piece = "A"
                if (r == 29 && c == 4) piece = "R"
                if (r == rank && c == 15) piece = "r"
                for (i = 0; i < n; i++) if (c == 3 * i + 1 && r == 16 + i % 3) piece = "a"
                if (piece == "") { empty++; continue }
                row = row (empty ? empty : "") piece
                empty = 0
            }
            printf "%s%s", row (empty ? empty : ""), (r > 1 ? "/" : " w - - 0 1\n")
        }
    }'
}
for amazons in 0 1 2 5 9 10; do
    says "a runner may answer beside $amazons amazons" 0 ongoing status goal.yaml --fen "$(board $amazons 2)" --moves e29e30
    says "no runner may answer beside $amazons amazons" 0 'white wins: race' status goal.yaml --fen "$(board $amazons 5)" --moves e29e30
done

# ---- second halves: more than 4,096 moves ----

cat >wide-amazons.yaml <<'END'
name: Amazons on 16 by 16
extends: amazons
board: {size: 16x16}
start: "16/16/3q8q3/16/16/q14q/16/16/16/16/Q14Q/16/16/3Q8Q3/16/16 w"
END
"$FERZ" moves wide-amazons.yaml >said 2>&1
listed=$(wc -l <said)
[ "$listed" -gt 4096 ]
verdict $? "all of $listed moves are listed"
says 'and counted' 0 "^nodes $listed\$" perft wide-amazons.yaml --depth 1
last=$(tail -1 said | grep -v nodes || "$FERZ" moves wide-amazons.yaml | tail -1)
says 'and the last of them is played' 0 ongoing status wide-amazons.yaml --moves "$last"

# ---- pieces that leave the board at once: more than one ply can take back ----

cat >army.yaml <<'END'
name: Army
board: {size: 20x20}
pieces:
  king: {letter: k, royal: true, moves: K}
  pawn: {letter: p, moves: mfW}
  rook: {letter: r, moves: R}
no_moves: {checkmated: {removed: all}}
start: "k19/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/K19 w - - 0 1"
END
# army N: black is mated in the corner, and has N pawns.
army() {
    awk -v n="$1" 'BEGIN {
        printf "k18R/19R/20"
        for (r = 0; r < 16; r++) {
            k = n > 20 ? 20 : n; n -= k
            row = ""
            for (i = 0; i < k; i++) row = row "p"
            printf "/%s%s", row, (k < 20 ? 20 - k : "")
        }
        print "/19K b - - 0 1"
    }'
}
says 'a few pieces leave at once' 0 'ongoing|win|over|white' status army.yaml --fen "$(army 5)" --moves pass
says 'many pieces leave at once' 1 'more pieces would leave' status army.yaml --fen "$(army 300)" --moves pass

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
