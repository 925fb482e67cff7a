function moves()
    local list = {}
    for c = 0, cells() - 1 do
        if owner(c) == side_to_move() and piece(c) == "pawn" and rank(c) and not piece(cell(file(c), rank(c)) + 6) then
            table.insert(list, {text = "jump" .. name(c), from = c, to = c + 6, {move = c, to = c + 6}})
        end
    end
    return list
end
