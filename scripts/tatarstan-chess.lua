-- A piece that is newly guarded by another changes into the type of its guard; stage by stage, for both colours.

local STAGES = {"pawn", "knight", "bishop", "rook", "queen"}
local WAYS = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}} -- the straight ones first
local LETTERS = {queen = "Q", rook = "R", bishop = "B", knight = "N"}
local CHOICES_MAX = 4 -- the player chooses for at most so many pieces in one move; any further ones change into queens

-- Pairs of pieces of one colour between which the move has opened a ray, with the type besides queens that moves
-- along it.
local function opened(empty)
    local pairs_found = {}
    for _, c in ipairs(empty) do
        for i, way in ipairs(WAYS) do
            local a = first_piece(c, way[1], way[2])
            local b = a and first_piece(c, -way[1], -way[2])
            if b and owner(a) == owner(b) then
                local kind = i < 3 and "rook" or "bishop"
                table.insert(pairs_found, {a, b, kind})
                table.insert(pairs_found, {b, a, kind})
            end
        end
    end
    return pairs_found
end

-- Every guard on the board counts as new, as if all pieces had moved.
local function all_pieces()
    local occupied = pieces("white")
    for _, c in ipairs(pieces("black")) do
        table.insert(occupied, c)
    end
    return occupied
end

-- Carries out one stage on `types` (cell -> type of a piece that has changed). `guarded` are the pieces that moved, with
-- the cells of what guarded them when the move was made. `asks(c)` is called for pieces that would be pawns on their
-- last rank.
local function stage(now, guarded, lines, types, asks)
    local guards = {}
    local function type_of(c)
        return types[c] or piece(c)
    end
    local function turn(c, player)
        if types[c] == now or owner(c) ~= player or piece(c) == "king" or type_of(c) == now then
            return
        end
        if now == "pawn" and rank(c) == (player == "white" and 8 or 1) then
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
    for _, one in ipairs(guarded) do
        if not types[one.at] and type_of(one.at) == now then
            table.insert(guards, one.at)
        end
        -- Guards that have changed into this type are among `guards`.
        for _, guard in ipairs(one.guards) do
            if not types[guard] and piece(guard) == now then
                turn(one.at, one.player)
            end
        end
    end
    for _, line in ipairs(lines) do
        if (now == "queen" or now == line[3]) and type_of(line[1]) == now then
            turn(line[2], owner(line[1]))
        end
    end
    local i = 1
    while guards[i] do
        local player = owner(guards[i])
        for _, c in ipairs(targets(guards[i], now, player)) do
            turn(c, player)
        end
        i = i + 1
    end
end

-- What all stages after the first change the pieces into, as effects.
local function finish(guarded, lines, types)
    for i = 2, #STAGES do
        stage(STAGES[i], guarded, lines, types)
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
    if math.abs(wing) == 2 and move.piece == "king" then
        table.insert(moved, cell(wing > 0 and 6 or 4, rank(move.from)))
        table.insert(empty, cell(wing > 0 and 8 or 1, rank(move.from)))
    end
    local captured_at = move.captured_at
    if captured_at and captured_at ~= move.to then
        table.insert(empty, captured_at)
    end
    if option("relation") == "all" then
        moved = all_pieces()
    end
    local guarded = {}
    for _, c in ipairs(moved) do
        local player = owner(c)
        table.insert(guarded, {at = c, player = player, guards = attackers(c, player)})
    end
    local lines, asked, heard = opened(empty), {}, {}
    stage("pawn", guarded, lines, types, function(c)
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
        local effects = finish(guarded, lines, way.types)
        effects.text = #way.words > 0 and "{" .. table.concat(way.words, ",") .. "}" or ""
        table.insert(list, effects)
    end
    return list
end
