--- A piece steps ahead.
function go()
    local c = pieces(side_to_move())[1]
    local t = cell(file(c), rank(c) + (side_to_move() == "white" and 1 or -1))
    return t and not piece(t) and {{text = "go:" .. name(t), to = t, {move = c, to = t}}} or {}
end
