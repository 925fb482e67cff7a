-- Rococo: every piece's moves with all that they capture.

local WAYS = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
local LETTER = {advancer = "a", withdrawer = "w", ["long-leaper"] = "l", swapper = "s", chameleon = "c", immobilizer = "i"}
local FORMS = {"advancer", "withdrawer", "long-leaper", "swapper", "chameleon", "immobilizer"}
local MOST = {["long-leaper"] = 2}
local LAST = {white = 9, black = 2} -- the first of the two last ranks

local me, from, kind, list

local function near(c, way, n)
    return cell(file(c) + way[1] * (n or 1), rank(c) + way[2] * (n or 1))
end

local function on_edge(c)
    return file(c) == 1 or file(c) == 10 or rank(c) == 1 or rank(c) == 10
end

local function is_enemy(c, wanted)
    local whose = c and owner(c)
    return whose and whose ~= me and (not wanted or piece(c) == wanted)
end

local function is_frozen()
    for _, way in ipairs(WAYS) do
        local c = near(from, way)
        local there = c and piece(c)
        if (there == "immobilizer" or there == "chameleon" and kind == "immobilizer") and owner(c) ~= me then
            return true
        end
    end
    return false
end

-- A move in the list: where it ends, what it captures, how many cells of the edge it passes over or enters.
local function add(to, victims, edges, more)
    local one = more or {}
    one.to, one.victims, one.edges = to, victims, edges
    table.insert(list, one)
end

-- What a move along the way captures besides: by withdrawal and by approach.
local function at_both_ends(to, way, victims)
    local before, ahead = near(from, way, -1), near(to, way)
    local chameleon = kind == "chameleon"
    if (kind == "withdrawer" and is_enemy(before)) or (chameleon and is_enemy(before, "withdrawer")) then
        table.insert(victims, before)
    end
    if (kind == "advancer" and is_enemy(ahead)) or (chameleon and is_enemy(ahead, "advancer")) then
        table.insert(victims, ahead)
    end
    return victims
end

local function copy(cells_of)
    return {table.unpack(cells_of)}
end

-- Whether the piece leaps over what stands there.
local function is_leapt(c)
    return kind == "long-leaper" and is_enemy(c) or kind == "chameleon" and is_enemy(c, "long-leaper")
end

local function may_swap(c)
    if counter("swapped-from") > 0 then
        local one, other = counter("swapped-from") - 1, counter("swapped-to") - 1
        if from == one and c == other or from == other and c == one then
            return false
        end
    end
    if kind == "swapper" then
        return true
    end
    return kind == "chameleon" and piece(c) == "swapper" and (owner(c) ~= me or option("own_swapper") == "yes")
end

-- Goes along a queen's line: over empty cells, over what is leapt, up to a piece to swap with.
local function along(way)
    local victims, edges, c = {}, 0, near(from, way)
    while c do
        edges = edges + (on_edge(c) and 1 or 0)
        if not piece(c) then
            add(c, at_both_ends(c, way, copy(victims)), edges)
            c = near(c, way)
        else
            if may_swap(c) then
                add(c, at_both_ends(c, way, copy(victims)), edges, {swap = true})
            end
            local behind = near(c, way)
            if not is_leapt(c) or not behind or piece(behind) then
                return
            end
            table.insert(victims, c)
            c = behind
        end
    end
end

-- A step onto an enemy king, for chameleons and kings; the king captures all so.
local function step_onto(way)
    local c = near(from, way)
    if kind == "king" and is_enemy(c) or kind == "chameleon" and is_enemy(c, "king") then
        local victims = {c}
        add(c, kind == "king" and victims or at_both_ends(c, way, victims), on_edge(c) and 1 or 0)
    elseif kind == "king" and c and not piece(c) then
        add(c, {}, on_edge(c) and 1 or 0)
    end
end

-- A cannon pawn hops over a piece of either side; a chameleon captures pawns so, and a long leaper below it.
local function hop(way)
    local mount, to = near(from, way), near(from, way, 2)
    if not to or not piece(mount) then
        return
    end
    local edges = (on_edge(mount) and 1 or 0) + (on_edge(to) and 1 or 0)
    if kind == "cannon-pawn" then
        if not piece(to) then
            add(to, {}, edges)
        elseif is_enemy(to) then
            add(to, {to}, edges)
        end
    elseif is_enemy(to, "cannon-pawn") then
        local victims = {to}
        if is_enemy(mount, "long-leaper") then
            table.insert(victims, mount)
        end
        add(to, at_both_ends(to, way, victims), edges)
    end
end

-- A swapper, or a chameleon beside an enemy swapper, destroys its neighbour and itself.
local function destroy(way)
    local c = near(from, way)
    if kind == "swapper" and is_enemy(c) or kind == "chameleon" and is_enemy(c, "swapper") then
        add(c, {c}, 0, {destroys = true})
    end
end

local function find_moves()
    for _, way in ipairs(WAYS) do
        if kind == "cannon-pawn" then
            local c = near(from, way)
            if c and not piece(c) then
                add(c, {}, on_edge(c) and 1 or 0)
            end
            hop(way)
        elseif kind == "king" then
            step_onto(way)
        else
            along(way)
            if kind == "chameleon" then
                step_onto(way)
                hop(way)
            end
            destroy(way)
        end
    end
end

-- The same for moves that capture the same; the partner of a swap counts as captured.
local function set_of(one)
    local cells_of = copy(one.victims)
    if one.swap then
        table.insert(cells_of, one.to)
    end
    table.sort(cells_of)
    return #cells_of > 0 and table.concat(cells_of, " ") or nil
end

-- Cells of the edge are entered only to capture, and then no more of them than the capture needs.
local function keep_off_the_edge()
    local fewest, kept = {}, {}
    for _, one in ipairs(list) do
        local set = set_of(one)
        if set then
            fewest[set] = math.min(fewest[set] or one.edges, one.edges)
        end
    end
    for _, one in ipairs(list) do
        local set = set_of(one)
        if one.edges == 0 or set and one.edges == fewest[set] then
            table.insert(kept, one)
        end
    end
    list = kept
end

-- The effects of the move.
local function carry_out(one)
    local move = {to = one.to}
    local function effect(e)
        table.insert(move, e)
    end
    local partner = one.swap and {kind = piece(one.to), owner = owner(one.to)}
    local sign = one.swap and "-" or one.destroys and "x" or ""
    move.text = name(from) .. sign .. name(one.to)
    for _, c in ipairs(one.victims) do
        effect({capture = c})
    end
    if one.destroys then
        effect({capture = from})
    elseif partner then
        effect({swap = from, with = one.to})
    else
        effect({move = from, to = one.to})
    end
    local banned = partner and partner.owner ~= me and (partner.kind == "swapper" or partner.kind == "chameleon")
    for _, state in ipairs({{"swapped-from", from}, {"swapped-to", one.to}}) do
        local value = banned and state[2] + 1 or 0
        if counter(state[1]) ~= value then
            effect({counter = state[1], set = value})
        end
    end
    return move
end

local function promotions(move)
    local found = {move}
    local ahead = kind == "cannon-pawn" and (rank(move.to) - LAST[me]) * (me == "white" and 1 or -1) >= 0
    for _, form in ipairs(ahead and FORMS or {}) do
        if count(me, form) < (MOST[form] or 1) then
            local other = copy(move)
            table.insert(other, {transform = move.to, into = form})
            other.text, other.to = move.text .. LETTER[form], move.to
            table.insert(found, other)
        end
    end
    return found
end

--- Cells of the edge are passed over or entered only to capture, and no more of them than what is captured needs. On the two last
--- ranks a cannon pawn may turn into a missing piece. A swap with an enemy swapper or chameleon is not reversed at once. A frozen
--- piece can only be taken off by its owner, unless it is a king.
--- ru: На край и через него идут, только чтобы взять, и не дальше, чем нужно для взятия. На двух последних горизонталях пушечная
--- ru: пешка может превратиться в недостающую фигуру. Обмен с вражеским менялой или хамелеоном нельзя тут же вернуть. Замороженную
--- ru: фигуру можно лишь снять с доски, кроме короля.
--- goal: Capture the enemy king.
--- goal ru: Взять вражеского короля.
function moves_of(move)
    me, from, kind, list = move.owner, move.from, move.piece, {}
    if is_frozen() then
        return kind ~= "king" and {{text = "x" .. name(from), to = from, {capture = from}}} or {}
    end
    find_moves()
    keep_off_the_edge()
    local moves = {}
    for _, one in ipairs(list) do
        for _, made in ipairs(promotions(carry_out(one))) do
            table.insert(moves, made)
        end
    end
    return moves
end
