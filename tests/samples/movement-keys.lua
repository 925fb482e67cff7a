-- Leaps of two files or two ranks, for the test of keys beside kinds of movement.

function leaps(piece, owner, from)
    local cells = {}
    for _, step in ipairs({{2, 0}, {-2, 0}, {0, 2}, {0, -2}}) do
        local to = cell(file(from) + step[1], rank(from) + step[2])
        if to then
            table.insert(cells, to)
        end
    end
    return cells
end
