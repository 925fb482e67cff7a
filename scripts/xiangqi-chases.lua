-- Xiangqi: which side chased one enemy piece with every move of a cycle.

local OTHER = {white = "black", black = "white"}
local BACK = {elephant = true, advisor = true}
local STRONG = {rook = true, horse = true, cannon = true}

-- Whether the piece may capture on the cell: neither a check nor facing generals come of it. `before`: effects that come first.
local function may_capture(from, to, player, before)
    local effects = {}
    for _, effect in ipairs(before) do
        table.insert(effects, effect)
    end
    table.insert(effects, {capture = to})
    table.insert(effects, {move = from, to = to})
    return not check(player, effects)
end

-- Generals are never chased, and soldiers only once they have crossed the river.
local function can_be_chased(c)
    local kind = piece(c)
    if kind == "soldier" then
        return rank(c) > 5 == (owner(c) == "white")
    end
    return kind ~= "general"
end

-- Whether protection does not help the victim against this piece.
local function scorns_protection(kind, victim)
    if BACK[kind] then
        return option("minor") == "on" and STRONG[victim]
    end
    return victim == "rook" and (kind == "horse" or kind == "cannon")
end

-- Whether an enemy piece could capture back on the cell.
local function is_protected(from, to, enemy)
    local effects = {{capture = to}, {move = from, to = to}}
    for _, c in ipairs(attackers(to, enemy, effects)) do
        if may_capture(c, to, enemy, effects) then
            return true
        end
    end
    return false
end

-- Whether the victim stands up to a piece of its own kind: that is an offer to exchange.
local function may_exchange(from, to, enemy)
    for _, c in ipairs(attackers(from, enemy)) do
        if c == to then
            return may_capture(to, from, enemy, {})
        end
    end
    return false
end

-- Whether the piece, which attacks the cell, threatens the one there.
local function threatens(from, to)
    local kind, player, enemy = piece(from), owner(from), owner(to)
    if kind == "general" or kind == "soldier" or check(player, {{capture = from}}) or not may_capture(from, to, player, {}) then
        return false
    elseif not scorns_protection(kind, piece(to)) and is_protected(from, to, enemy) then
        return false
    end
    return kind ~= piece(to) or not may_exchange(from, to, enemy)
end

-- The cells of the player's pieces that threaten the one on the cell, or of that piece alone.
local function threats(c, player, only)
    local found = {}
    for _, from in ipairs(attackers(c, player)) do
        if (not only or from == only) and threatens(from, c) then
            table.insert(found, from)
        end
    end
    return found
end

-- Whether the ply of that number began a threat to the piece on the cell, which the same piece had not threatened before.
local function begins_threat(number, ply, c)
    for _, from in ipairs(at_ply(number + 1, threats, c, ply.owner)) do
        local came_from = from == ply.to and ply.from or from
        if #at_ply(number, threats, c, ply.owner, came_from) == 0 then
            return true
        end
    end
    return false
end

local function chased_pieces(player)
    local list = {}
    for _, c in ipairs(pieces(OTHER[player])) do
        if can_be_chased(c) then
            table.insert(list, c)
        end
    end
    return list
end

-- Whether one and the same enemy piece, followed through its moves, is chased by every ply of the player.
local function chases_always(plies, player)
    local chased = at_ply(1, chased_pieces, player)
    for number, ply in ipairs(plies) do
        local still = {}
        for _, c in ipairs(chased) do
            if ply.owner ~= player then
                table.insert(still, c == ply.from and ply.to or c)
            elseif at_ply(number, can_be_chased, c) and begins_threat(number, ply, c) then
                table.insert(still, c)
            end
        end
        chased = still
        if #chased == 0 then
            return false
        end
    end
    return true
end

--- A side loses that chases one and the same enemy piece with every move since the position stood first, while the other side does
--- not. A move chases a piece if it begins a threat to capture it: legally, by a piece that is not pinned, and so that nothing can
--- legally capture back. Protection does not save a rook from a horse or a cannon. Generals and soldiers are free to chase, and it is
--- free to chase generals, and soldiers on their own side of the river. What attacks a piece of its own kind, which could capture it
--- as well, offers an exchange.
--- ru: Проигрывает сторона, которая каждым ходом с первого появления позиции преследует одну и ту же вражескую фигуру, если другая
--- ru: сторона этого не делает. Ход преследует фигуру, если создаёт угрозу взять её — по правилам, не связанной фигурой и так, чтобы
--- ru: взять в ответ было нельзя. Защита не спасает ладью от коня и пушки. Генералы и солдаты могут преследовать; генералов и солдат на
--- ru: своей стороне реки преследовать можно. Нападение на фигуру того же рода, которая может взять сама, — предложение размена.
function chases()
    local plies = cycle()
    local white, black = chases_always(plies, "white"), chases_always(plies, "black")
    if white ~= black then
        return {winner = white and "black" or "white", reason = "perpetual chase"}
    end
end
