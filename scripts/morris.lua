-- Nine men's morris: what a mill is and what it removes.

-- The lines of each point, computed once.
local LINES = {}
for point = 0, cells() - 1 do
    LINES[point] = lines(point)
end

-- How many mills of the player contain the point; `without` is a point that counts as empty.
local function mills_at(point, player, without)
    local count = 0
    for _, line in ipairs(LINES[point]) do
        local full = true
        for _, c in ipairs(line) do
            full = full and owner(c) == player and c ~= without
        end
        count = count + (full and 1 or 0)
    end
    return count
end

-- The player's pieces that may be removed: those outside mills, or any if all are in mills.
local function removable(player, without)
    local free, all = {}, {}
    for point = 0, cells() - 1 do
        if owner(point) == player and point ~= without then
            table.insert(all, point)
            if mills_at(point, player, without) == 0 then
                table.insert(free, point)
            end
        end
    end
    if #free == 0 and option("all_in_mills") == "any" then
        return all
    end
    return free
end

-- Live, after a move, with double_mill=two: the choices when the move closed a mill.
--- A move that closes two mills at once removes two pieces.
--- ru: Ход, закрывший сразу две мельницы, снимает две шашки.
function mills(move)
    local closed = mills_at(move.to, move.owner)
    if closed == 0 then
        return nil
    end
    local enemy = move.owner == players[1] and players[2] or players[1]
    local list, seen = {}, {}
    for _, first in ipairs(removable(enemy)) do
        local seconds = {}
        if closed > 1 and option("double_mill") == "two" then
            seconds = removable(enemy, first)
        end
        for _, second in ipairs(seconds) do
            local low, high = math.min(first, second), math.max(first, second)
            if not seen[low * cells() + high] then
                seen[low * cells() + high] = true
                table.insert(list, {text = "x" .. name(low) .. "x" .. name(high), {capture = low}, {capture = high}})
            end
        end
        if #seconds == 0 then
            table.insert(list, {text = "x" .. name(first), {capture = first}})
        end
    end
    return list
end

-- With the option flying: to any point, but only to a neighbouring one until three pieces are left.
--- Moves to any empty point; until its side has only three pieces left, only along a line to a neighbouring point.
--- ru: Ходит на любой свободный пункт; пока своих шашек больше трёх — только по линии на соседний.
function anywhere(piece, player, from)
    local all = {}
    for point = 0, cells() - 1 do
        if point ~= from then
            table.insert(all, point)
        end
    end
    return all
end

--- A piece may leave the lines only when its side has three pieces left.
--- ru: Покидать линии может только тот, у кого осталось три шашки.
function near(move)
    if move.drop or (count(move.owner) == 3 and in_hand(move.owner, "man") == 0) then
        return true
    end
    for _, line in ipairs(LINES[move.from]) do
        for i, point in ipairs(line) do
            if point == move.from and (line[i - 1] == move.to or line[i + 1] == move.to) then
                return true
            end
        end
    end
    return "a piece may leave the lines only when three are left"
end
