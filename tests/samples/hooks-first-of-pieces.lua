--- A pawn runs two cells ahead, over an empty cell to an empty cell.
--- ru: Пешка пробегает два поля вперёд: через пустое на пустое.
function runs(move)
    local way = move.owner == "white" and 1 or -1
    local near = cell(file(move.from), rank(move.from) + way)
    local far = cell(file(move.from), rank(move.from) + 2 * way)
    if near and far and not piece(near) and not piece(far) then
        return {{from = move.from, to = far, {move = move.from, to = far}}}
    end
end
