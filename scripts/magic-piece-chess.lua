-- Magic piece chess: pieces that magic pieces newly observe change sides.

local STRAIGHT = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
local DIAGONAL = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
local LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local VIEWS = {
    ["magic-queen"] = {STRAIGHT, DIAGONAL}, ["magic-rook"] = {STRAIGHT}, ["magic-bishop"] = {DIAGONAL},
    ["magic-knight"] = {LEAPS},
}

-- The cells that the magic piece on `from` observes; `empty` says which cells are empty.
local function observed(kind, from, empty)
    local cells_seen = {}
    for _, ways in ipairs(VIEWS[kind]) do
        for _, way in ipairs(ways) do
            local f, r = file(from) + way[1], rank(from) + way[2]
            local there = cell(f, r)
            while ways ~= LEAPS and there and empty(there) do
                f, r = f + way[1], r + way[2]
                there = cell(f, r)
            end
            if there and not empty(there) then
                table.insert(cells_seen, there)
            end
        end
    end
    return cells_seen
end

-- Where the pieces that moved came from, by the cell where they are now; and the cells that were occupied before.
local function moved_cells(move)
    local came, occupied = {[move.to] = move.from}, {[move.from] = true}
    local wing = file(move.to) - file(move.from)
    if move.piece == "king" and math.abs(wing) == 2 then
        local rook = cell(wing > 0 and 8 or 1, rank(move.to))
        came[cell(wing > 0 and 6 or 4, rank(move.to))] = rook
        occupied[rook] = true
    end
    if move.captured then
        occupied[move.captured_at] = true
    end
    return came, occupied
end

-- Live: after each move. The second half of a castling, which passes over the king, is known with the first.
--- After a move, a piece other than a king or a magic piece changes sides if an odd number of magic pieces of any
--- colour observe it now that did not before. A magic piece observes what stands where it could capture, of either
--- colour and though it were pinned. All changes happen at once and cause no others; magic pieces never change.
--- ru: После хода фигура, кроме королей и волшебных, меняет сторону, если её теперь видит нечётное число волшебных
--- фигур любого цвета, не видевших её до хода. Волшебная фигура видит то, что стоит на полях её взятия, чьё бы оно ни
--- было и даже если она связана. Все перемены происходят разом и новых не вызывают; волшебные фигуры не меняются.
function recolour(move)
    local way = file(move.to) - file(move.from)
    if move.piece ~= "king" and rank(move.to) == rank(move.from) and (way == -2 or way == 3)
        and piece(cell((file(move.to) + (way == -2 and 1 or -1)), rank(move.to))) == "king" then
        return nil
    end
    local came, occupied = moved_cells(move)
    local function empty_now(c)
        return piece(c) == nil
    end
    local function empty_before(c)
        return not occupied[c] and (came[c] ~= nil or piece(c) == nil)
    end
    local new = {}
    for m = 0, cells() - 1 do
        local kind = piece(m)
        if kind and VIEWS[kind] then
            local before = {}
            for _, c in ipairs(observed(kind, came[m] or m, empty_before)) do
                before[c] = true
            end
            for _, c in ipairs(observed(kind, m, empty_now)) do
                if not before[came[c] or c] then
                    new[c] = (new[c] or 0) + 1
                end
            end
        end
    end
    local effects = {}
    for c, count in pairs(new) do
        if piece(c) ~= "king" and not VIEWS[piece(c)] and (count % 2 == 1 or option("recolour") == "always") then
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
