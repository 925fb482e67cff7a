-- A piece that can step without capturing onto the cell that was just left must follow: the weakest type first,
-- among equals the player chooses.

local WEIGHT = {pawn = 1, knight = 2, bishop = 3, rook = 4, queen = 5, king = 6}
local LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local LINES = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
local CHAINS_MAX = 500

-- The board as it changes while chains are tried.
local men, owners

local function goes(man, straight, steps)
    return man == "queen" or man == (straight and "rook" or "bishop") or (man == "king" and steps == 1)
end

-- The cells from which pieces of `who` reach `to` by leaps and rays.
local function reaching(to, who)
    local found, f, r = {}, file(to), rank(to)
    for _, leap in ipairs(LEAPS) do
        local from = cell(f + leap[1], r + leap[2])
        if from and men[from] == "knight" and owners[from] == who then
            table.insert(found, from)
        end
    end
    for i, line in ipairs(LINES) do
        local steps, from = 1, cell(f + line[1], r + line[2])
        while from and not men[from] do
            steps = steps + 1
            from = cell(f + steps * line[1], r + steps * line[2])
        end
        if from and owners[from] == who and goes(men[from], i <= 4, steps) then
            table.insert(found, from)
        end
    end
    return found
end

local function up(who)
    return who == "white" and 1 or -1
end

-- Whether the king may go from one cell to the other.
local function safe_for_king(from, to, who)
    local enemy = who == "white" and "black" or "white"
    men[from] = nil
    local safe = #reaching(to, enemy) == 0
    men[from] = "king"
    for _, side in ipairs({-1, 1}) do
        local pawn = cell(file(to) + side, rank(to) + up(who))
        safe = safe and not (pawn and men[pawn] == "pawn" and owners[pawn] == enemy)
    end
    return safe
end

-- The pawn that could step straight to the cell, or nil.
local function pawn_behind(to, who)
    local one = cell(file(to), rank(to) - up(who))
    local two = cell(file(to), rank(to) - 2 * up(who))
    local from = one
    if one and two and not men[one] and rank(two) == (who == "white" and 2 or 7) then
        from = two
    end
    return from and men[from] == "pawn" and owners[from] == who and from or nil
end

-- The weakest pieces, among which the player chooses the one that follows to one of the cells.
local function candidates(empty, moved, who)
    local found, weight = {}, 7
    for _, to in ipairs(empty) do
        local from_cells = reaching(to, who)
        table.insert(from_cells, pawn_behind(to, who))
        for _, from in ipairs(from_cells) do
            local man = men[from]
            if not moved[from] and WEIGHT[man] <= weight and (man ~= "king" or safe_for_king(from, to, who)) then
                if WEIGHT[man] < weight then
                    found, weight = {}, WEIGHT[man]
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
local function go_on(step, into, moved, who, effects, words, chains)
    local man, own, text = men[step.from], copied(effects), copied(words)
    table.insert(own, {move = step.from, to = step.to})
    if man == "pawn" then
        table.insert(own, {halfmove_clock = 0})
        if math.abs(rank(step.to) - rank(step.from)) == 2 then
            table.insert(own, {en_passant = cell(file(step.to), rank(step.to) - up(who)), by = step.to})
        end
    end
    if into then
        table.insert(own, {transform = step.to, into = into})
    end
    local letter = into and (into == "knight" and "n" or string.sub(into, 1, 1)) or ""
    table.insert(text, name(step.from) .. name(step.to) .. letter)
    men[step.from], owners[step.from] = nil, nil
    men[step.to], owners[step.to] = into or man, who
    moved[step.to] = true
    follow({step.from}, moved, who, own, text, chains)
    moved[step.to] = nil
    men[step.to], owners[step.to] = nil, nil
    men[step.from], owners[step.from] = man, who
end

function follow(empty, moved, who, effects, words, chains)
    local found = #chains < CHAINS_MAX and candidates(empty, moved, who) or {}
    if #found == 0 and #chains < CHAINS_MAX then
        effects.text = #words > 0 and "(" .. table.concat(words, ",") .. ")" or ""
        table.insert(chains, effects)
    end
    for _, step in ipairs(found) do
        if men[step.from] == "pawn" and rank(step.to) == (who == "white" and 8 or 1) then
            for _, into in ipairs({"queen", "rook", "bishop", "knight"}) do
                go_on(step, into, moved, who, effects, words, chains)
            end
        else
            go_on(step, nil, moved, who, effects, words, chains)
        end
    end
end

--- When a move leaves a cell empty, a piece of the same side that can step there without capturing must follow, the
--- weakest kind first, and among equals the one that the player chooses; then another piece follows onto the cell
--- that it left, and so on.
--- ru: Когда ход освободил поле, на него обязана шагнуть без взятия другая своя фигура, если может: самая слабая, из
--- равных — по выбору игрока; затем так же занимают покинутое ею поле, и так далее.
function followers(move)
    men, owners = {}, {}
    for c = 0, cells() - 1 do
        men[c], owners[c] = piece(c), owner(c)
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
