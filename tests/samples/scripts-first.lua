local steps = {{3, 1}, {3, -1}, {-3, 1}, {-3, -1}, {0, 2}, {0, -2}}

-- Two ranks straight, or three files aside and one rank.
function far(piece, owner, from)
    local targets = {}
    for _, step in ipairs(steps) do
        local to = cell(file(from) + step[1], rank(from) + step[2])
        if to then
            table.insert(targets, to)
        end
    end
    return targets
end
