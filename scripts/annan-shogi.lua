-- Annan shogi: the dropped pawn.

--- A pawn may not be dropped right before the enemy king if the opponent then has no legal move.
--- ru: Пешку нельзя сбросить прямо перед вражеским королём, если у противника после этого нет хода.
function no_mate_before_king(move)
    local ahead = cell(file(move.to), rank(move.to) + (move.owner == "white" and 1 or -1))
    if ahead and piece(ahead) == "king" and owner(ahead) ~= move.owner and no_moves() then
        return "a dropped pawn may not mate the king before it"
    end
end
