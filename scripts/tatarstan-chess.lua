-- A piece that is newly guarded by another changes into the type of its guard; stage by stage, for both colours.

local STAGES = {"pawn", "knight", "bishop", "rook", "queen"}
local LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local STRAIGHT = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
local DIAGONAL = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
local LETTERS = {queen = "Q", rook = "R", bishop = "B", knight = "N"}
local CHOICES_MAX = 4 -- the player chooses for at most so many pieces in one move; any further ones change into queens

local function along(from, line)
    local steps, to = 1, cell(file(from) + line[1], rank(from) + line[2])
    while to and not piece(to) do
        steps = steps + 1
        to = cell(file(from) + steps * line[1], rank(from) + steps * line[2])
    end
    return to
end

-- The pieces that a piece of this type and owner on that cell attacks or guards.
local function touched(from, kind, player)
    local found = {}
    if kind == "pawn" or kind == "knight" then
        local up = player == "white" and 1 or -1
        for _, leap in ipairs(kind == "knight" and LEAPS or {{-1, up}, {1, up}}) do
            local to = cell(file(from) + leap[1], rank(from) + leap[2])
            if to and piece(to) then
                table.insert(found, to)
            end
        end
        return found
    end
    for i = 1, 4 do
        if kind ~= "bishop" then
            table.insert(found, along(from, STRAIGHT[i]) or nil)
        end
        if kind ~= "rook" then
            table.insert(found, along(from, DIAGONAL[i]) or nil)
        end
    end
    return found
end

-- Pairs of pieces of one colour between which the move has opened a ray, with the type besides queens that moves
-- along it.
local function opened(empty)
    local pairs_found = {}
    for _, c in ipairs(empty) do
        for i = 1, 4 do
            local line = i < 3 and STRAIGHT[i] or DIAGONAL[i - 2]
            local a = along(c, line)
            local b = along(c, {-line[1], -line[2]})
            if a and b and owner(a) == owner(b) then
                local kind = i < 3 and "rook" or "bishop"
                table.insert(pairs_found, {a, b, kind})
                table.insert(pairs_found, {b, a, kind})
            end
        end
    end
    return pairs_found
end

local function other(player)
    return player == "white" and "black" or "white"
end

-- Every guard on the board counts as new, as if all pieces had moved.
local function all_pieces()
    local occupied = {}
    for c = 0, cells() - 1 do
        if piece(c) then
            table.insert(occupied, c)
        end
    end
    return occupied
end

-- Carries out one stage on `types` (cell -> type of a piece that has changed). `asks(c)` is called for pieces that
-- would be pawns on their last rank.
local function stage(now, moved, lines, types, asks)
    local guards = {}
    local function type_of(c)
        return types[c] or piece(c)
    end
    local function turn(c, guard)
        if piece(c) == "king" or type_of(c) == now or owner(c) ~= owner(guard) then
            return
        end
        if now == "pawn" and rank(c) == (owner(c) == "white" and 8 or 1) then
            asks(c)
        else
            types[c] = now
            table.insert(guards, c)
        end
    end
    for c in pairs(types) do
        if types[c] == now then
            table.insert(guards, c)
        end
    end
    for _, c in ipairs(moved) do
        if type_of(c) == now then
            table.insert(guards, c)
        end
        -- The guards are where the piece would attack if it belonged to the opponent.
        for _, guard in ipairs(touched(c, now, other(owner(c)))) do
            if type_of(guard) == now then
                turn(c, guard)
            end
        end
    end
    for _, line in ipairs(lines) do
        if type_of(line[1]) == now and (now == "queen" or now == line[3]) then
            turn(line[2], line[1])
        end
    end
    local i = 1
    while guards[i] do
        for _, c in ipairs(touched(guards[i], now, owner(guards[i]))) do
            turn(c, guards[i])
        end
        i = i + 1
    end
end

-- What all stages after the first change the pieces into, as effects.
local function finish(moved, lines, types)
    for i = 2, #STAGES do
        stage(STAGES[i], moved, lines, types)
    end
    local effects = {}
    for c, into in pairs(types) do
        table.insert(effects, {transform = c, into = into})
    end
    if #effects > 0 then
        table.insert(effects, {halfmove_clock = 0})
    end
    return effects
end

--- A piece that is newly guarded by another of its side changes into the kind of its guard; pawns guard first, then
--- knights, bishops, rooks and queens. Kings do not change.
--- ru: Фигура, которую начала защищать другая своя, превращается в ту же, что защитник; сперва защищают пешки, затем
--- кони, слоны, ладьи и ферзи. Короли не меняются.
function transformations(move)
    local moved, empty, types = {move.to}, {move.from}, {}
    local wing = file(move.to) - file(move.from)
    if move.piece == "king" and math.abs(wing) == 2 then
        table.insert(moved, cell(wing > 0 and 6 or 4, rank(move.from)))
        table.insert(empty, cell(wing > 0 and 8 or 1, rank(move.from)))
    end
    if move.captured_at and move.captured_at ~= move.to then
        table.insert(empty, move.captured_at)
    end
    if option("relation") == "all" then
        moved = all_pieces()
    end
    local lines, asked, heard = opened(empty), {}, {}
    stage("pawn", moved, lines, types, function(c)
        if not heard[c] then
            heard[c] = true
            table.insert(asked, c)
        end
    end)
    -- The player to move chooses for the own pieces, queens first; the other player's pieces change into queens.
    local ways = {{types = types, words = {}}}
    local choosing = 0
    for _, c in ipairs(asked) do
        local own = owner(c) == move.owner and choosing < CHOICES_MAX
        choosing = choosing + (own and 1 or 0)
        local more = {}
        for _, way in ipairs(ways) do
            for _, into in ipairs(own and {"queen", "rook", "bishop", "knight"} or {"queen"}) do
                local copy = {types = {}, words = {}}
                for k, v in pairs(way.types) do
                    copy.types[k] = v
                end
                for k, v in ipairs(way.words) do
                    copy.words[k] = v
                end
                copy.types[c] = into
                if own then
                    table.insert(copy.words, name(c) .. "=" .. LETTERS[into])
                end
                table.insert(more, copy)
            end
        end
        ways = more
    end
    local list = {}
    for _, way in ipairs(ways) do
        local effects = finish(moved, lines, way.types)
        effects.text = #way.words > 0 and "{" .. table.concat(way.words, ",") .. "}" or ""
        table.insert(list, effects)
    end
    return list
end
