-- Kriegspiel: what the umpire says, and which setups the umpire accepts.

local NAMES = {white = "White", black = "Black"}

local function other(player)
    return player == players[1] and players[2] or players[1]
end

local function king_of(player)
    for c = 0, cells() - 1 do
        if owner(c) == player and is_royal(c) then
            return c
        end
    end
end

-- Cells of the diagonal through `c` that rises to the right (way 1) or to the left (way -1).
local function diagonal_length(c, way)
    local length = 1
    for _, step in ipairs({1, -1}) do
        local f, r = file(c) + step * way, rank(c) + step
        while cell(f, r) do
            length, f, r = length + 1, f + step * way, r + step
        end
    end
    return length
end

-- The direction from which the piece on `from` checks the king on `king`.
local function direction(king, from)
    local across, up = file(from) - file(king), rank(from) - rank(king)
    if across == 0 then
        return "on the file"
    elseif up == 0 then
        return "on the rank"
    elseif math.abs(across) ~= math.abs(up) then
        return "by a knight"
    end
    local way = across * up > 0 and 1 or -1
    local own, cross = diagonal_length(king, way), diagonal_length(king, -way)
    if own == cross and option("equal_diagonals") == "true" then
        return "on the diagonal"
    end
    return own >= cross and "on the long diagonal" or "on the short diagonal"
end

-- Live: what all players hear of a move.
--- The umpire announces captures with their cell and checks with their direction: on the file, the rank, a long or
--- short diagonal, or by a knight.
--- ru: Судья объявляет взятия с полем и шахи с направлением: по вертикали, горизонтали, длинной или короткой
--- диагонали, конём.
function umpire(move)
    if move.drop then
        return nil
    end
    local side, lines = NAMES[move.owner], {}
    if move.captured then
        local passing = move.captured_at ~= move.to and " (en passant)" or ""
        table.insert(lines, side .. " captures on " .. name(move.captured_at) .. passing)
    else
        table.insert(lines, side .. " has moved")
    end
    if move.becomes ~= move.piece then
        table.insert(lines, "promotion on " .. name(move.to))
    end
    local king, texts = king_of(other(move.owner)), {}
    for _, from in ipairs(king and attackers(king, move.owner) or {}) do
        table.insert(texts, direction(king, from))
    end
    if #texts > 0 then
        table.insert(lines, side .. " checks " .. table.concat(texts, " and "))
    end
    return lines
end

-- Live, for pieces that are placed: whether the setup can still be completed with one pawn on each file and the
-- bishops on different colours. A file without a pawn must keep a cell for one; where it has two, one of either
-- colour is to spare.
--- The pieces are set up with one pawn on each file and bishops on different colours; a piece may not be placed
--- where that would become impossible.
--- ru: Фигуры расставляют так, чтобы на каждой вертикали была одна пешка, а слоны стояли на разных цветах; ставить
--- туда, откуда этого уже не достичь, нельзя.
function can_be_finished(move)
    local me = move.owner
    local spare, either, bishops = {[0] = 0, [1] = 0}, 0, {[0] = 0, [1] = 0}
    local first = me == "white" and 1 or 8
    local step = me == "white" and 1 or -1
    local function look(c)
        local kind = c == move.to and move.piece or piece(c)
        local shade = (file(c) + rank(c)) % 2
        if kind == "bishop" then
            bishops[shade] = bishops[shade] + 1
        end
        return kind, shade
    end
    for f = 1, 8 do
        local kind, shade = look(cell(f, first))
        spare[shade] = spare[shade] + (kind and 0 or 1)
        local near, near_shade = look(cell(f, first + step))
        local far, far_shade = look(cell(f, first + 2 * step))
        if near == "pawn" or far == "pawn" then
            spare[near_shade] = spare[near_shade] + (near and 0 or 1)
            spare[far_shade] = spare[far_shade] + (far and 0 or 1)
        elseif near and far then
            return "no cell would be left for the pawn of the " .. string.sub(name(cell(f, 1)), 1, 1) .. "-file"
        elseif not near and not far then
            either = either + 1
        end
    end
    if bishops[0] > 1 or bishops[1] > 1 then
        return "the bishops would stand on one colour"
    end
    for shade = 0, 1 do
        if bishops[shade] == 0 and spare[shade] == 0 then
            either = either - 1
        end
    end
    return either >= 0 or "no cell would be left for a bishop"
end

-- Live, after each piece that is placed: when all are placed and Black's king is attacked, both players set up
-- again.
--- When all pieces are placed and Black's king is attacked, both players set up again.
--- ru: Если после расстановки король чёрных под боем, обе стороны расставляют фигуры заново.
function joined(move)
    if move.owner ~= "black" then
        return nil
    end
    for _, kind in ipairs({"king", "queen", "rook", "bishop", "knight", "pawn"}) do
        if in_hand("black", kind) > 0 then
            return nil
        end
    end
    local king = king_of("black")
    if not king or not attacked(king, "white") then
        return nil
    end
    local effects = {}
    for c = 0, cells() - 1 do
        if piece(c) then
            table.insert(effects, {to_hand = c})
        end
    end
    table.insert(effects, {next_player = "white"})
    return effects
end
