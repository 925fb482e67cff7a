-- Battle chess with the option pawn_double = first_move: a pawn that has moved is another piece without the double
-- step. Its en passant target stays open.

--- A pawn that has moved loses its double step; after the double step it can still be captured en passant.
--- ru: Пошедшая пешка теряет двойной ход; поле, через которое она им прошла, открыто для взятия на проходе.
function steps(move)
    if move.drop or move.becomes ~= "pawn" then
        return nil
    end
    local effects = {{transform = move.to, into = "stepped-pawn"}}
    local passed = (rank(move.from) + rank(move.to)) // 2
    if file(move.from) == file(move.to) and math.abs(rank(move.to) - rank(move.from)) == 2 then
        effects[2] = {en_passant = cell(file(move.to), passed), by = move.to}
    end
    return effects
end
