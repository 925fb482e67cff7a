-- Munchhausen chess: where a knight arrives in exactly two leaps, with the middle cell on the board.

-- What each class of goals adds to the option `classes`, by the longer and the shorter of its distances.
local CLASS = {[11] = 1, [20] = 2, [31] = 4, [33] = 8, [40] = 16, [42] = 32}
local KNIGHT = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}

local function in_play(first, second)
    local x, y = math.abs(first[1] + second[1]), math.abs(first[2] + second[2])
    local class = CLASS[10 * math.max(x, y) + math.min(x, y)]
    return class and tonumber(option("classes")) // class % 2 == 1
end

-- Staged: with the option middle = empty a goal comes with its path, and the middle cell of the path must be empty.
--- Moves as a knight does in exactly two leaps, the cell between them being on the board.
--- ru: Ходит туда, куда конь попадает ровно за два прыжка; поле между ними должно быть на доске.
function double_leaps(piece, owner, from)
    local goals = {}
    for _, first in ipairs(KNIGHT) do
        local middle = cell(file(from) + first[1], rank(from) + first[2])
        for _, second in ipairs(KNIGHT) do
            local to = middle and in_play(first, second) and cell(file(middle) + second[1], rank(middle) + second[2])
            if to then
                table.insert(goals, option("middle") == "empty" and {middle, to} or to)
            end
        end
    end
    return goals
end
