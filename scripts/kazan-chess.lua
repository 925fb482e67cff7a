-- A piece that can step without capturing onto the cell that was just left must follow: the weakest type first,
-- among equals the player chooses.

local WEIGHT = {pawn = 1, knight = 2, bishop = 3, rook = 4, queen = 5, king = 6}
local LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local LINES = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
local CHAINS_MAX = 500

-- The board as it changes while chains are tried.
local types, owners

local function goes(kind, straight, steps)
    return kind == "queen" or kind == (straight and "rook" or "bishop") or (kind == "king" and steps == 1)
end

-- The cells from which pieces of `player` reach `to` by leaps and rays.
local function reaching(to, player)
    local found, f, r = {}, file(to), rank(to)
    for _, leap in ipairs(LEAPS) do
        local from = cell(f + leap[1], r + leap[2])
        if from and types[from] == "knight" and owners[from] == player then
            table.insert(found, from)
        end
    end
    for i, line in ipairs(LINES) do
        local steps, from = 1, cell(f + line[1], r + line[2])
        while from and not types[from] do
            steps = steps + 1
            from = cell(f + steps * line[1], r + steps * line[2])
        end
        if from and owners[from] == player and goes(types[from], i <= 4, steps) then
            table.insert(found, from)
        end
    end
    return found
end

local function up(player)
    return player == "white" and 1 or -1
end

-- Whether the king may go from one cell to the other.
local function safe_for_king(from, to, player)
    local enemy = player == "white" and "black" or "white"
    types[from] = nil
    local safe = #reaching(to, enemy) == 0
    types[from] = "king"
    for _, side in ipairs({-1, 1}) do
        local pawn = cell(file(to) + side, rank(to) + up(player))
        safe = safe and not (pawn and types[pawn] == "pawn" and owners[pawn] == enemy)
    end
    return safe
end

-- The pawn that could step straight to the cell, or nil.
local function pawn_behind(to, player)
    local one = cell(file(to), rank(to) - up(player))
    local two = cell(file(to), rank(to) - 2 * up(player))
    local from = one
    if one and two and not types[one] and rank(two) == (player == "white" and 2 or 7) then
        from = two
    end
    return from and types[from] == "pawn" and owners[from] == player and from or nil
end

-- The weakest pieces, among which the player chooses the one that follows to one of the cells.
local function candidates(empty, moved, player)
    local found, weight = {}, 7
    for _, to in ipairs(empty) do
        local from_cells = reaching(to, player)
        table.insert(from_cells, pawn_behind(to, player))
        for _, from in ipairs(from_cells) do
            local kind = types[from]
            if not moved[from] and WEIGHT[kind] <= weight and (kind ~= "king" or safe_for_king(from, to, player)) then
                if WEIGHT[kind] < weight then
                    found, weight = {}, WEIGHT[kind]
                end
                table.insert(found, {from = from, to = to})
            end
        end
    end
    return found
end

local function copied(list)
    local copy = {}
    for i, value in ipairs(list) do
        copy[i] = value
    end
    return copy
end

local follow

-- One piece follows and may promote, and the chain goes on from the cell that it left.
local function go_on(step, into, moved, player, effects, texts, chains)
    local kind, own, text = types[step.from], copied(effects), copied(texts)
    table.insert(own, {move = step.from, to = step.to})
    if kind == "pawn" then
        table.insert(own, {halfmove_clock = 0})
        if math.abs(rank(step.to) - rank(step.from)) == 2 then
            table.insert(own, {en_passant = cell(file(step.to), rank(step.to) - up(player)), by = step.to})
        end
    end
    if into then
        table.insert(own, {transform = step.to, into = into})
    end
    local letter = into and (into == "knight" and "n" or string.sub(into, 1, 1)) or ""
    table.insert(text, name(step.from) .. name(step.to) .. letter)
    types[step.from], owners[step.from] = nil, nil
    types[step.to], owners[step.to] = into or kind, player
    moved[step.to] = true
    follow({step.from}, moved, player, own, text, chains)
    moved[step.to] = nil
    types[step.to], owners[step.to] = nil, nil
    types[step.from], owners[step.from] = kind, player
end

function follow(empty, moved, player, effects, texts, chains)
    local found = #chains < CHAINS_MAX and candidates(empty, moved, player) or {}
    if #found == 0 and #chains < CHAINS_MAX then
        effects.text = #texts > 0 and "(" .. table.concat(texts, ",") .. ")" or ""
        table.insert(chains, effects)
    end
    for _, step in ipairs(found) do
        if types[step.from] == "pawn" and rank(step.to) == (player == "white" and 8 or 1) then
            for _, into in ipairs({"queen", "rook", "bishop", "knight"}) do
                go_on(step, into, moved, player, effects, texts, chains)
            end
        else
            go_on(step, nil, moved, player, effects, texts, chains)
        end
    end
end

--- When a move leaves a cell empty, a piece of the same side that can step there without capturing must follow, the
--- weakest kind first, and among equals the one that the player chooses; then another piece follows onto the cell
--- that it left, and so on.
--- ru: Когда ход освободил поле, на него обязана шагнуть без взятия другая своя фигура, если может: самая слабая, из
--- равных — по выбору игрока; затем так же занимают покинутое ею поле, и так далее.
function followers(move)
    types, owners = {}, {}
    for c = 0, cells() - 1 do
        types[c], owners[c] = piece(c), owner(c)
    end
    local empty, moved, chains = {move.from}, {[move.to] = true}, {}
    local wing = file(move.to) - file(move.from)
    if move.piece == "king" and math.abs(wing) == 2 then
        table.insert(empty, cell(wing > 0 and 8 or 1, rank(move.from)))
        moved[cell(wing > 0 and 6 or 4, rank(move.from))] = true
    end
    follow(empty, moved, move.owner, {}, {}, chains)
    return chains
end
