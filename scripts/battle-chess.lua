-- Battle chess, option pawn_double = first_move: a pawn that has moved is another piece, without the double step.

function steps(move)
    if not move.drop and move.becomes == "pawn" then
        return {{turn = move.to, into = "stepped-pawn"}}
    end
end
