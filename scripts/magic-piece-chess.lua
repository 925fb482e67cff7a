-- Magic piece chess: pieces that magic pieces newly observe change sides.

local MAGIC = {"magic-queen", "magic-rook", "magic-bishop", "magic-knight"}
local WAYS = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

local function is_magic(kind)
    for _, one in ipairs(MAGIC) do
        if one == kind then
            return true
        end
    end
    return false
end

local function sign(n)
    return n > 0 and 1 or n < 0 and -1 or 0
end

-- The steps across and up from one cell to the other for such a piece, and how many they are; nil where it does not go
-- that way.
local function way_to(kind, from, to)
    local across, up = file(to) - file(from), rank(to) - rank(from)
    local steps = math.max(math.abs(across), math.abs(up))
    local straight, diagonal = across * up == 0, math.abs(across) == math.abs(up)
    if kind == "magic-knight" then
        if math.abs(across * up) == 2 then
            return across, up, 1
        end
    elseif steps > 0 and (straight and kind ~= "magic-bishop" or diagonal and kind ~= "magic-rook") then
        return sign(across), sign(up), steps
    end
end

-- What the move has changed: `gone` is the cell of a piece captured en passant.
local function facts_of(move)
    local from, to, at = move.from, move.to, move.captured_at
    return {from = from, to = to, captures = at == to, gone = at ~= to and at or nil}
end

-- The cell that the piece on `at` observes that way now, and how many steps away it is.
local function seen_from(kind, at, across, up)
    local c = first_piece(at, across, up)
    if c then
        local _, _, steps = way_to(kind, at, c)
        return c, steps
    end
end

-- Whether a magic piece that has not moved observed the piece that moved where it came from.
local function saw_mover(kind, at, facts)
    local across, up, steps = way_to(kind, at, facts.from)
    if not across or kind == "magic-knight" then
        return across ~= nil
    end
    local gone_across, gone_up, gone_steps = nil, nil, nil
    if facts.gone then
        gone_across, gone_up, gone_steps = way_to(kind, at, facts.gone)
    end
    if gone_across == across and gone_up == up and gone_steps < steps then
        return false
    end
    local c, far = seen_from(kind, at, across, up)
    return not c or far > steps or c == facts.to and not facts.captures
end

-- Adds what a magic piece that has not moved observes newly: behind the cells that were left, and the piece that moved.
local function seen_by_standing(kind, at, facts)
    local seen = {}
    for _, left in ipairs({facts.from, facts.gone}) do
        local across, up, steps = way_to(kind, at, left)
        if across and kind ~= "magic-knight" then
            local c, far = seen_from(kind, at, across, up)
            if c and far > steps then
                seen[c] = true
            end
        end
    end
    local across, up = way_to(kind, at, facts.to)
    if across and (kind == "magic-knight" or first_piece(at, across, up) == facts.to) then
        seen[facts.to] = not saw_mover(kind, at, facts) or nil
    end
    return seen
end

-- Adds what the magic piece that moved observes newly.
local function seen_by_mover(kind, player, facts)
    local seen, from, to = {}, facts.from, facts.to
    if kind == "magic-knight" then
        for _, c in ipairs(targets(to, kind, player)) do
            seen[c] = true -- a cell is never a knight's move away from both
        end
        return seen
    end
    local ahead, up_ahead = way_to("magic-queen", from, to)
    for i, way in ipairs(WAYS) do
        local goes = kind == "magic-queen" or (kind == "magic-rook") == (i <= 4)
        local on = way[1] == ahead and way[2] == up_ahead
        local back = way[1] == -ahead and way[2] == -up_ahead
        local c = goes and not back and (not on or facts.captures) and first_piece(to, way[1], way[2])
        if c then
            local across, up = way_to(kind, from, c)
            seen[c] = on or not across or first_piece(from, across, up) ~= c or nil
        end
    end
    return seen
end

-- The same when the king castles: the position before is looked at as it was.
local function seen_by_castling(kind, player, at, facts)
    local wing = file(facts.to) - file(facts.from)
    local rook, corner = cell(wing > 0 and 6 or 4, rank(facts.to)), cell(wing > 0 and 8 or 1, rank(facts.to))
    local came, seen, before = {[facts.to] = facts.from, [rook] = corner}, {}, {}
    local back = {{move = facts.to, to = facts.from}, {move = rook, to = corner}}
    for _, c in ipairs(targets(came[at] or at, kind, player, back)) do
        before[c] = true
    end
    for _, c in ipairs(targets(at, kind, player)) do
        seen[c] = not before[came[c] or c] or nil
    end
    return seen
end

-- Live: after each move. The second half of a castling, which passes over the king, is known with the first.
--- After a move, a piece other than a king or a magic piece changes sides if an odd number of magic pieces of any
--- colour observe it now that did not before. A magic piece observes what stands where it could capture, of either
--- colour and though it were pinned. All changes happen at once and cause no others; magic pieces never change.
--- ru: После хода фигура, кроме королей и волшебных, меняет сторону, если её теперь видит нечётное число волшебных
--- фигур любого цвета, не видевших её до хода. Волшебная фигура видит то, что стоит на полях её взятия, чьё бы оно ни
--- было и даже если она связана. Все перемены происходят разом и новых не вызывают; волшебные фигуры не меняются.
function recolour(move)
    local facts, new = facts_of(move), {}
    local way = rank(facts.to) == rank(facts.from) and file(facts.to) - file(facts.from) or 0
    local castles = math.abs(way) == 2 and move.piece == "king"
    if (way == -2 or way == 3) and not castles
        and piece(cell(file(facts.to) + (way == -2 and 1 or -1), rank(facts.to))) == "king" then
        return nil
    end
    for _, player in ipairs(players) do
        for _, kind in ipairs(MAGIC) do
            for _, at in ipairs(pieces(player, kind)) do
                local seen = castles and seen_by_castling(kind, player, at, facts)
                    or at == facts.to and seen_by_mover(kind, player, facts)
                    or seen_by_standing(kind, at, facts)
                for c in pairs(seen) do
                    new[c] = (new[c] or 0) + 1
                end
            end
        end
    end
    local effects = {}
    for c, count in pairs(new) do
        local odd = count % 2 == 1 or option("recolour") == "always"
        local what = odd and piece(c)
        if what and what ~= "king" and not is_magic(what) then
            table.insert(effects, {give = c, to = owner(c) == players[1] and players[2] or players[1]})
        end
    end
    if #effects > 0 and move.piece ~= "pawn" and not move.captured then
        table.insert(effects, {halfmove_clock = 1})
    end
    return effects
end

-- Staged: the array of chess with magic pieces for the types that the number names.
function array(number)
    local q, r = number % 2 == 1 and "u" or "q", number // 2 % 2 == 1 and "t" or "r"
    local b, n = number // 4 % 2 == 1 and "e" or "b", number // 8 % 2 == 1 and "s" or "n"
    local row = r .. n .. b .. q .. "k" .. b .. n .. r
    return row .. "/pppppppp/8/8/8/8/PPPPPPPP/" .. string.upper(row) .. " w KQkq - 0 1"
end
