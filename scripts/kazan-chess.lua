-- A piece that can step without capturing onto the cell that was just left must follow: the weakest type first,
-- among equals the player chooses.

local WEIGHT = {pawn = 1, knight = 2, bishop = 3, rook = 4, queen = 5, king = 6}
local CHAINS_MAX = 500

-- What the chain has put where so far, over the board as it is: a kind, or false where a piece has left.
local put = {}

local function kind_on(c)
    if put[c] == nil then
        return piece(c)
    end
    return put[c] or nil
end

local function up(player)
    return player == "white" and 1 or -1
end

local function joined(effects, more)
    local all = {}
    for i, effect in ipairs(effects) do
        all[i] = effect
    end
    table.insert(all, more)
    return all
end

-- Whether the king may go from one cell to the other, after the effects so far.
local function safe_for_king(from, to, player, effects)
    local enemy = player == "white" and "black" or "white"
    return not attacked(to, enemy, joined(effects, {move = from, to = to}))
end

-- The pawn that could step straight to the cell, or nil.
local function pawn_behind(to, player)
    local one = cell(file(to), rank(to) - up(player))
    local two = cell(file(to), rank(to) - 2 * up(player))
    local from = one
    if one and two and rank(two) == (player == "white" and 2 or 7) and not kind_on(one) then
        from = two
    end
    return from and kind_on(from) == "pawn" and (put[from] or owner(from) == player) and from or nil
end

-- The weakest pieces, among which the player chooses the one that follows to one of the cells.
local function candidates(empty, moved, player, effects)
    local found, weight = {}, 7
    for _, to in ipairs(empty) do
        local from_cells = attackers(to, player, effects)
        table.insert(from_cells, pawn_behind(to, player))
        for _, from in ipairs(from_cells) do
            local kind = not moved[from] and kind_on(from)
            local steps = kind and (kind ~= "pawn" or file(from) == file(to))
            if steps and WEIGHT[kind] <= weight and (kind ~= "king" or safe_for_king(from, to, player, effects)) then
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
    local kind, own, text = kind_on(step.from), copied(effects), copied(texts)
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
    local there, here = put[step.to], put[step.from]
    put[step.to], put[step.from] = into or kind, false
    moved[step.to] = true
    follow({step.from}, moved, player, own, text, chains)
    moved[step.to] = nil
    put[step.to], put[step.from] = there, here
end

function follow(empty, moved, player, effects, texts, chains)
    local found = #chains < CHAINS_MAX and candidates(empty, moved, player, effects) or {}
    if #found == 0 and #chains < CHAINS_MAX then
        effects.text = #texts > 0 and "(" .. table.concat(texts, ",") .. ")" or ""
        table.insert(chains, effects)
    end
    for _, step in ipairs(found) do
        if rank(step.to) == (player == "white" and 8 or 1) and kind_on(step.from) == "pawn" then
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
    put = {}
    local empty, moved, chains = {move.from}, {[move.to] = true}, {}
    local wing = file(move.to) - file(move.from)
    if move.piece == "king" and math.abs(wing) == 2 then
        table.insert(empty, cell(wing > 0 and 8 or 1, rank(move.from)))
        moved[cell(wing > 0 and 6 or 4, rank(move.from))] = true
    end
    follow(empty, moved, move.owner, {}, {}, chains)
    return chains
end
