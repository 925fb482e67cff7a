-- Shatranj: the two short diagonal movers of the old game.

-- The cells that lie `distance` files and ranks away from `cell` on its diagonals, as far as the board has them.
local function diagonal(cell_from, distance)
    local cells = {}
    for _, across in ipairs({-distance, distance}) do
        for _, up in ipairs({-distance, distance}) do
            local to = cell(file(cell_from) + across, rank(cell_from) + up)
            if to then
                table.insert(cells, to)
            end
        end
    end
    return cells
end

-- Staged: the elephant (alfil) leaps exactly two cells diagonally, over any piece.
--- Moves by a leap of 2 cells diagonally, over any piece.
--- ru: Ходит прыжком на 2 поля по диагонали, через любые фигуры.
function elephant_leaps(piece, owner, from)
    return diagonal(from, 2)
end

-- Staged: the ferz goes one cell diagonally.
--- Moves one cell diagonally.
--- ru: Ходит на одно поле по диагонали.
function ferz_steps(piece, owner, from)
    return diagonal(from, 1)
end
