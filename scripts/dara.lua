-- Dara: which rows may be made.

local LINES = {{1, 0}, {0, 1}} -- along a rank, along a file

-- How many pieces of the mover stand side by side from there, the cell that the move leaves aside.
local function run(move, step, way)
    local count = 0
    local at = cell(file(move.to) + way * step[1], rank(move.to) + way * step[2])
    while at and at ~= move.from and owner(at) == move.owner do
        count = count + 1
        at = cell(file(at) + way * step[1], rank(at) + way * step[2])
    end
    return count
end

--- No row of three is placed, and no row of four is made.
--- ru: Ряд из трёх нельзя поставить, ряд из четырёх нельзя составить.
function row_is_short(move)
    local longest = move.drop and 2 or 3
    for _, step in ipairs(LINES) do
        if run(move, step, 1) + run(move, step, -1) + 1 > longest then
            return move.drop and "no row of three may be placed" or "no row of four may be made"
        end
    end
end
