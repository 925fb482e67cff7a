-- Battle chess, option pawn_double = first_move: a pawn that has moved is another piece, without the double step, and
-- what passed a cell can still be taken there.

function steps(move)
    if move.drop or move.becomes ~= "pawn" then
        return nil
    end
    local effects = {{turn = move.to, into = "stepped-pawn"}}
    local passed = (rank(move.from) + rank(move.to)) // 2
    if file(move.from) == file(move.to) and math.abs(rank(move.to) - rank(move.from)) == 2 then
        effects[2] = {passed = cell(file(move.to), passed), by = move.to}
    end
    return effects
end
