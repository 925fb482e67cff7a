-- Reversing by knights, along an L, and by pawns that an enemy pawn has just passed.

local function enemy(c, me)
    return c and owner(c) and owner(c) ~= me and not is_royal(c)
end

local function at(from, files, ranks)
    return cell(file(from) + files, rank(from) + ranks)
end

local function add(moves, from, to, over, ...)
    local text = name(from) .. name(to) .. "(" .. name(over) .. ")"
    table.insert(moves, {from = from, to = to, text = text, {move = from, to = to}, ...})
end

-- A path has two cells in between, with exactly one enemy piece on them, not counting kings.
local function path(moves, from, to, first, second, me)
    local one, two = enemy(first, me), enemy(second, me)
    if one and not two then
        add(moves, from, to, first, {give = first, to = me})
    elseif two and not one then
        add(moves, from, to, second, {give = second, to = me})
    end
end

local function knight(moves, from, me)
    for _, x in ipairs({-2, -1, 1, 2}) do
        for _, y in ipairs({-2, -1, 1, 2}) do
            local to = x * x ~= y * y and at(from, x, y)
            if to and not piece(to) then
                local along, across = x // math.abs(x), y // math.abs(y)
                local a, b, c, d = at(from, along, 0), at(from, x, 0), at(from, 0, across), at(from, along, across)
                if x * x == 1 then
                    a, b, c, d = at(from, 0, across), at(from, 0, y), at(from, along, 0), at(from, along, across)
                end
                path(moves, from, to, a, b, me) -- the long leg first
                if option("knight_paths") ~= "long_first" then
                    path(moves, from, to, c, d, me)
                end
            end
        end
    end
end

-- Over the cell that a pawn has passed; that pawn goes back there and changes sides.
local function passing(moves, from, me, ahead)
    for _, side in ipairs({-1, 1}) do
        local over, to = at(from, side, ahead), at(from, 2 * side, 2 * ahead)
        local victim = over and en_passant(over)
        if victim and to and not piece(to) and owner(victim) ~= me then
            add(moves, from, to, over, {move = victim, to = over}, {give = over, to = me})
        end
    end
end

--- A knight that could go along its L over exactly one enemy piece reverses that piece: it changes sides. A pawn
--- reverses an enemy pawn that has just passed it by a double step: that pawn goes back to the cell that it passed
--- and changes sides.
--- ru: Конь, на пути которого буквой «Г» стоит ровно одна фигура противника, переворачивает её: она меняет сторону.
--- Пешка переворачивает пешку противника, только что прошедшую мимо двойным ходом: та возвращается на пройденное
--- поле и меняет сторону.
function reverses(mover)
    local moves = {}
    if mover.piece == "knight" then
        knight(moves, mover.from, mover.owner)
    else
        passing(moves, mover.from, mover.owner, mover.owner == players[1] and 1 or -1)
    end
    return moves
end
