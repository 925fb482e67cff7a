--- Instead of a move a piece may change places with a piece of its own side next to it.
function switch(move)
    local list = {}
    for _, way in ipairs({{1, 0}, {1, 1}, {0, 1}, {-1, 1}}) do -- the other four are moves of the other piece
        local to = cell(file(move.from) + way[1], rank(move.from) + way[2])
        if to and owner(to) == move.owner then
            table.insert(list, {to = to, text = name(move.from) .. "-" .. name(to), {swap = move.from, with = to}})
        end
    end
    return list
end
