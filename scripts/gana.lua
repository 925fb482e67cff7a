-- Gana: heaps of at most four units, sown along a file or a rank. A heap is how many units of each kind it holds.

-- Kinds of units, in the order of the FEN.
local KING, PAWN = {white = 1, black = 3}, {white = 2, black = 4}
local ENEMY = {white = "black", black = "white"}
local WAYS = {
    {text = "N", 0, 1}, {text = "E", 1, 0}, {text = "S", 0, -1}, {text = "W", -1, 0},
    {text = "NE", 1, 1}, {text = "SE", 1, -1}, {text = "SW", -1, -1}, {text = "NW", -1, 1},
}
local LONE = option("step") == "king" and 8 or 4 -- how many of them a lone unit may go

for _, way in ipairs(WAYS) do -- way.from[c] is the next cell
    way.from = {}
    for c = 0, cells() - 1 do
        way.from[c] = cell(file(c) + way[1], rank(c) + way[2])
    end
end

local heaps, stacks = {}, {} -- what was seen of the board: how many of each kind, and the kinds from the bottom

-- Looks at a cell, once in a call.
local function heap_on(c)
    if not heaps[c] then
        local heap, kinds = {0, 0, 0, 0}, {}
        for i, unit in ipairs(stack(c)) do
            local kind = (unit.piece == "king" and KING or PAWN)[unit.owner]
            heap[kind], kinds[i] = heap[kind] + 1, kind
        end
        heaps[c], stacks[c] = heap, kinds
    end
    return heaps[c]
end

local function look()
    heaps, stacks = {}, {}
    for c = 0, cells() - 1 do
        heap_on(c)
    end
end

local function units(heap, player)
    return heap[KING[player]] + heap[PAWN[player]]
end

-- The orders in which the player's units of a heap may go; a lone king, or a king that leaves, is "K".
local function orders(heap, player)
    local n, list = units(heap, player), {}
    if heap[KING[player]] == 0 then
        return {n > 0 and string.sub("PPPP", 1, n) or nil}
    end
    for i = 1, n do
        table.insert(list, string.sub("PPPP", 2, i) .. "K" .. string.sub("PPPP", i + 1, n))
    end
    if n > 1 then
        table.insert(list, "K")
    end
    return list
end

-- Whether the sowing may go on to that cell.
local function is_open(heap, player, is_king)
    local theirs = units(heap, ENEMY[player])
    return units(heap, player) + theirs < 4 or heap[KING[ENEMY[player]]] > 0 or is_king and theirs > 0
end

-- Sows units of the player: the heaps that change, the last cell, whether a king was captured; nil if it is illegal.
local function sow(player, from, order, way)
    local enemy = ENEMY[player]
    local changed = {[from] = {table.unpack(heap_on(from))}}
    local last, stopped, king_arrives, wins = from, false, false, false
    for i = 1, #order do
        local kind = (string.sub(order, i, i) == "K" and KING or PAWN)[player]
        local to = way.from[last]
        stopped = stopped or not to or not is_open(heap_on(to), player, kind == KING[player] and i == #order)
        if stopped and last == from then
            return nil
        elseif not stopped then
            last, king_arrives = to, false
            changed[to] = {table.unpack(heap_on(to))}
            wins = wins or changed[to][KING[enemy]] > 0
            changed[to][KING[enemy]] = 0
        end
        king_arrives = king_arrives or kind == KING[player]
        changed[from][kind] = changed[from][kind] - 1
        changed[last][kind] = changed[last][kind] + 1
    end
    local heap = changed[last]
    local mine, theirs = units(heap, player), units(heap, enemy)
    if king_arrives or mine == theirs and mine <= 2 then
        heap[KING[enemy]], heap[PAWN[enemy]], theirs = 0, 0, 0
    end
    if mine + theirs <= 4 then
        return changed, last, wins
    end
end

-- Calls `each` with all that the player's units of a cell can do.
local function sowings(player, from, each)
    for _, order in ipairs(orders(heap_on(from), player)) do
        for w = 1, units(heap_on(from), player) == 1 and LONE or 4 do
            local changed, last, wins = sow(player, from, order, WAYS[w])
            if changed then
                each(changed, last, wins, name(from) .. "-" .. order .. "-" .. WAYS[w].text)
            end
        end
    end
end

-- The effects that rearrange stacks. Pieces wait on cells that do not change, a cell for each kind; what is left there
-- was captured. Only captures have the effect `capture`, since it resets the halfmove clock; `put` does so too.
local function rearrange(changed)
    local wait, waiting, arrivals, effects = {}, {0, 0, 0, 0}, {}, {}
    for c = 0, 8 do
        wait[#wait + 1] = not changed[c] and c or nil
    end
    for place, heap in pairs(changed) do
        local old, new = stacks[place], {}
        for kind = 1, 4 do
            for _ = 1, heap[kind] do
                new[#new + 1] = kind
            end
        end
        local kept = 0
        while old[kept + 1] and old[kept + 1] == new[kept + 1] do
            kept = kept + 1
        end
        for i = #old, kept + 1, -1 do
            waiting[old[i]] = waiting[old[i]] + 1
            effects[#effects + 1] = {move = place, to = wait[old[i]]}
        end
        for i = kept + 1, #new do
            waiting[new[i]] = waiting[new[i]] - 1
            arrivals[#arrivals + 1] = {move = wait[new[i]], to = place}
        end
    end
    for kind = 1, 4 do
        for _ = 1, waiting[kind] do
            arrivals[#arrivals + 1] = {capture = wait[kind]}
        end
    end
    for _, effect in ipairs(arrivals) do
        effects[#effects + 1] = effect
    end
    return effects
end

-- Live: all moves of the units on a cell.
--- A lone unit steps one cell straight. The two to four units of a player on a cell all move in one straight direction:
--- the first goes one cell, the second two, and so on; the player chooses the order. The king may also step out alone.
--- Where the edge or a cell with four units stops them, the others stay with the last that could go on. In the end no
--- cell may hold more than four.
--- On the last cell one unit captures one enemy unit, and two capture two; a king that arrives there captures all enemy
--- units, and may enter a full cell for that. A king is captured by any unit that enters its cell, even a full one.
--- A move is written as its cell, its units in their order and its direction: d4-PPK-N.
--- ru: Одиночная фигура идёт на одно поле по прямой. Две–четыре фигуры игрока на одном поле идут все по одной прямой:
--- первая на одно поле, вторая на два и так далее; порядок выбирает игрок. Король может и выйти один.
--- Если дальше край или поле с четырьмя фигурами, остальные остаются на последнем достигнутом поле. Больше четырёх на
--- поле в конце хода быть не может.
--- На последнем поле одна фигура бьёт одну чужую, две — двух; пришедший туда король бьёт всех чужих и ради этого может
--- войти на полное поле. Короля бьёт любая фигура, вошедшая на его поле, даже полное.
--- Ход записывают полем, фигурами по порядку и направлением (N, E, S, W — вверх, вправо, вниз, влево): d4-PPK-N.
function sowings_of_turn(units_there)
    local list, from = {}, units_there.from
    heaps, stacks = {}, {}
    sowings(units_there.owner, from, function(changed, last, _, text)
        local move = rearrange(changed)
        move.text, move.from, move.to = text, from, last
        table.insert(list, move)
    end)
    return list
end

-- Live: the endings.
--- A player whose king is captured loses.
--- ru: Игрок, чей король взят, проигрывает.
--- goal: Capture the enemy king.
--- goal ru: Взять короля противника.
function king_lost()
    local kings = {0, 0, 0, 0}
    if count("white", "king") > 0 and count("black", "king") > 0 then
        return nil -- usual: `count` counts the top pieces of stacks
    end
    heaps, stacks = {}, {}
    for c = 0, cells() - 1 do
        local heap = heap_on(c)
        kings[1], kings[3] = kings[1] + heap[1], kings[3] + heap[3]
        if kings[1] > 0 and kings[3] > 0 then
            return nil
        end
    end
    for _, player in ipairs(players) do
        if kings[KING[player]] == 0 then
            return {winner = ENEMY[player]}
        end
    end
end

-- Whether the player could lose a king on that cell by the next move.
local function is_attacked(king, player)
    local found = false
    for c = 0, cells() - 1 do
        local across, up = math.abs(file(c) - file(king)), math.abs(rank(c) - rank(king))
        if not found and units(heaps[c], ENEMY[player]) > 0 and (across * up == 0 or across * up == 1) then
            sowings(ENEMY[player], c, function(_, _, wins)
                found = found or wins
            end)
        end
    end
    return found
end

-- Whether a lone king that is safe where it stands has no safe move.
local function is_stalemate(king, player)
    local safe = is_attacked(king, player)
    sowings(player, king, function(changed, last, wins)
        local before = {}
        for c, heap in pairs(changed) do
            before[c], heaps[c] = heaps[c], heap
        end
        safe = safe or wins or not is_attacked(last, player)
        for c, heap in pairs(before) do
            heaps[c] = heap
        end
    end)
    return not safe
end

--- It is a draw when both players have only their kings, or when the player to move has only the king, which is not
--- attacked but could be captured after each of its moves.
--- ru: Ничья, если у обоих остались одни короли или если у игрока, чей ход, остался один король: сейчас он не под боем,
--- но после любого хода его возьмут.
function bare_king()
    local player, own, all, at = side_to_move(), 0, 0, nil
    if count(player) > 1 then
        return nil -- usual
    end
    look()
    for c = 0, cells() - 1 do
        local here = units(heaps[c], player)
        own, all, at = own + here, all + here + units(heaps[c], ENEMY[player]), here > 0 and c or at
    end
    if own == 1 and (all == 2 or is_stalemate(at, player)) then
        return {result = "draw"}
    end
end
