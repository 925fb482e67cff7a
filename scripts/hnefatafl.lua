-- Hnefatafl: shieldwalls, and when the king is safe or surrounded.

local LAST = 11
local THRONE = cell("f6")
local WAYS = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
local CORNER = {[cell("a1")] = true, [cell("a11")] = true, [cell("k1")] = true, [cell("k11")] = true}

local function step(c, way, n)
    return cell(file(c) + way[1] * n, rank(c) + way[2] * n)
end

local function opposite(way)
    return {-way[1], -way[2]}
end

-- The way from an edge to the middle, or nil within the board. A corner has none.
local function inward(c)
    local f, r = file(c), rank(c)
    local left, right, low, high = f == 1, f == LAST, r == 1, r == LAST
    if CORNER[c] then
        return nil
    end
    return left and {1, 0} or right and {-1, 0} or low and {0, 1} or high and {0, -1} or nil
end

-- The two ways along the edge.
local function along(way)
    return {{way[2], way[1]}, {-way[2], -way[1]}}
end

-- The enemies in a row along the edge from the cell, if a piece of the player or a corner ends it and the player's pieces stand
-- before it.
local function walled_row(from, way, front, player)
    local row, c = {}, step(from, way, 1)
    while c and owner(c) and owner(c) ~= player do
        if owner(step(c, front, 1)) ~= player then
            return {}
        end
        table.insert(row, c)
        c = step(c, way, 1)
    end
    return #row > 1 and c and (CORNER[c] or owner(c) == player) and row or {}
end

--- A row of two or more soldiers along the edge is captured by a move to the edge next to it, if the other end is a corner or has a
--- piece of the same player, and such pieces stand in front of the whole row. A king in the row stays.
--- ru: Ряд из двух и более солдат на краю берётся ходом на край рядом с ним, если другой его конец — угол или фигура того же игрока и
--- ru: такие же фигуры стоят перед всем рядом. Король в таком ряду остаётся.
--- goal: The defenders bring their king to a corner; the attackers capture him.
--- goal ru: Защитники приводят короля в угол, нападающие берут его в плен.
function shieldwall(move)
    local effects, front = {}, inward(move.to)
    for _, way in ipairs(front and along(front) or {}) do
        for _, c in ipairs(walled_row(move.to, way, front, move.owner)) do
            if piece(c) ~= "king" then
                table.insert(effects, {capture = c})
            end
        end
    end
    if #effects > 0 then
        table.insert(effects, {halfmove_clock = 0})
    end
    return effects
end

-- Marks what can be reached in straight steps from the cells over cells for which `open` holds.
local function flood(cells_first, open)
    local seen, next_cells = {}, {}
    for _, c in ipairs(cells_first) do
        seen[c] = true
        table.insert(next_cells, c)
    end
    while #next_cells > 0 do
        local c = table.remove(next_cells)
        for _, way in ipairs(WAYS) do
            local there = step(c, way, 1)
            if there and not seen[there] and open(there) then
                seen[there] = true
                table.insert(next_cells, there)
            end
        end
    end
    return seen
end

-- The soldiers that attackers on all cells of `reached` would capture.
local function breakable(wall, king, reached)
    local falling = {}
    local function bad(c)
        return c and (reached[c] or CORNER[c] or c == THRONE and not piece(c))
    end
    for c in pairs(wall) do
        if bad(step(c, {1, 0}, 1)) and bad(step(c, {-1, 0}, 1)) or bad(step(c, {0, 1}, 1)) and bad(step(c, {0, -1}, 1)) then
            table.insert(falling, c)
        end
        local front = inward(c)
        local way = front and along(front)[1]
        local before = way and step(c, opposite(way), 1)
        if way and not (wall[before] or before == king) then -- the first of a row at the edge
            local row, at, covered = {}, c, true
            while at and (wall[at] or at == king) do
                covered = covered and reached[step(at, front, 1)]
                table.insert(row, at)
                at = step(at, way, 1)
            end
            if #row > 1 and covered and bad(before) and bad(at) and (reached[before] or reached[at]) then
                for _, one in ipairs(row) do
                    if one ~= king then
                        table.insert(falling, one)
                    end
                end
            end
        end
    end
    return falling
end

--- The defenders win when their king stands at the edge with an empty cell beside it, in a fort that the attackers cannot break.
--- ru: Защитники побеждают, когда король стоит на краю рядом с пустым полем в крепости, которую нападающим не разрушить.
function exit_fort()
    local king = pieces("defenders", "king")[1]
    if side_to_move() == "defenders" or not king or not inward(king) then
        return nil
    end
    local free = false
    for _, way in ipairs(WAYS) do
        local c = step(king, way, 1)
        free = free or c and not piece(c)
    end
    if not free then
        return nil
    end
    local wall = {}
    for _, c in ipairs(pieces("defenders", "soldier")) do
        wall[c] = true
    end
    local attackers = pieces("attackers")
    while true do
        local reached = flood(attackers, function(c)
            return not CORNER[c] and c ~= king and not wall[c]
        end)
        local falling = breakable(wall, king, reached)
        for _, c in ipairs(falling) do
            wall[c] = nil
        end
        if #falling == 0 then
            for _, way in ipairs(WAYS) do
                local c = step(king, way, 1)
                if c and reached[c] then
                    return nil
                end
            end
            return {winner = "defenders", reason = "exit fort"}
        end
    end
end

-- From corner to middle: cells nearer to the throne are looked at first, since defenders stand there.
local function finds_defender(from, seen)
    local ways = {{file(from) < 6 and 1 or -1, 0}, {0, rank(from) < 6 and 1 or -1}, {file(from) < 6 and -1 or 1, 0},
                  {0, rank(from) < 6 and -1 or 1}}
    local trail = {from}
    seen[from] = true
    while #trail > 0 do
        local c = table.remove(trail)
        local whose = owner(c)
        if whose == "defenders" then
            return true
        elseif whose ~= "attackers" then
            for i = 4, 1, -1 do
                local there = step(c, ways[i], 1)
                if there and not seen[there] then
                    seen[there] = true
                    table.insert(trail, there)
                end
            end
        end
    end
    return false
end

--- The attackers win when neither the king nor a defender could reach the edge any more over cells without attackers.
--- ru: Нападающие побеждают, когда ни король, ни защитники не могли бы дойти до края по полям без нападающих.
function encirclement()
    if side_to_move() ~= "defenders" then
        return nil
    end
    local seen = {}
    for i = 1, LAST do
        for _, c in ipairs({cell(i, 1), cell(i, LAST), cell(1, i), cell(LAST, i)}) do
            if not seen[c] and owner(c) ~= "attackers" and finds_defender(c, seen) then
                return nil
            end
        end
    end
    return {winner = "attackers", reason = "encirclement"}
end
