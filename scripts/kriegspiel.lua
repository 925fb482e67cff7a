-- Kriegspiel: what the umpire says, and which setups the umpire accepts.

local NAMES = {white = "White", black = "Black"}

local function other(player)
    return player == players[1] and players[2] or players[1]
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
    local king, texts = royals(other(move.owner))[1], {}
    for _, from in ipairs(king and attackers(king, move.owner) or {}) do
        table.insert(texts, direction(king, from))
    end
    if #texts > 0 then
        table.insert(lines, side .. " checks " .. table.concat(texts, " and "))
    end
    return lines
end

local function shade_of(c)
    return (file(c) + rank(c)) % 2
end

-- The shades on which the player has bishops, with the piece that is placed; nil when two stand on one shade.
local function bishop_shades(move, me)
    local bishops, shades = pieces(me, "bishop"), {}
    if move.piece == "bishop" then
        table.insert(bishops, move.to)
    end
    for _, c in ipairs(bishops) do
        if shades[shade_of(c)] then
            return nil
        end
        shades[shade_of(c)] = true
    end
    return shades
end

-- What stands on a cell of the setup once the piece is placed.
local function placed_on(move, c)
    return c == move.to and move.piece or piece(c)
end

-- The two cells of a file on which its pawn may stand.
local function pawn_cells(me, f)
    return cell(f, me == "white" and 2 or 7), cell(f, me == "white" and 3 or 6)
end

-- Whether a cell of that shade stays free for a bishop, though each file keeps a cell for its pawn: on the first rank, or
-- on a file that has its pawn.
local function has_spare(move, me, shade)
    for f = 1, 8 do
        local first = cell(f, me == "white" and 1 or 8)
        if shade_of(first) == shade and not placed_on(move, first) then
            return true
        end
    end
    for f = 1, 8 do
        local near, far = pawn_cells(me, f)
        local free, pawn = near, far
        if shade_of(near) ~= shade then
            free, pawn = far, near
        end
        if not placed_on(move, free) and placed_on(move, pawn) == "pawn" then
            return true
        end
    end
    return false
end

-- How many files have both cells for their pawn, so that one of either shade is to spare; at most `enough`.
local function open_files(move, me, enough)
    local found = 0
    for f = 1, 8 do
        local near, far = pawn_cells(me, f)
        if found < enough and not placed_on(move, near) and not placed_on(move, far) then
            found = found + 1
        end
    end
    return found
end

-- Live, for pieces that are placed: whether the setup can still be completed with one pawn on each file and the
-- bishops on different colours. A file without a pawn must keep a cell for one; where it has two, one of either
-- colour is to spare. All pieces before were judged too, so only the file of this one can have lost its cells.
--- The pieces are set up with one pawn on each file and bishops on different colours; a piece may not be placed
--- where that would become impossible.
--- ru: Фигуры расставляют так, чтобы на каждой вертикали была одна пешка, а слоны стояли на разных цветах; ставить
--- туда, откуда этого уже не достичь, нельзя.
function can_be_finished(move)
    local me, f = move.owner, file(move.to)
    local near, far = pawn_cells(me, f)
    if move.piece ~= "pawn" and (move.to == near or move.to == far) then
        local other_cell = piece(move.to == near and far or near)
        if other_cell and other_cell ~= "pawn" then
            return "no cell would be left for the pawn of the " .. string.sub(name(cell(f, 1)), 1, 1) .. "-file"
        end
    end
    local shades, missing = bishop_shades(move, me), 0
    if not shades then
        return "the bishops would stand on one colour"
    end
    for shade = 0, 1 do
        if not shades[shade] and not has_spare(move, me, shade) then
            missing = missing + 1
        end
    end
    return missing == 0 or open_files(move, me, missing) == missing or "no cell would be left for a bishop"
end

-- Live, after each piece that is placed: when all are placed and Black's king is attacked, both players set up
-- again.
--- When all pieces are placed and Black's king is attacked, both players set up again.
--- ru: Если после расстановки король чёрных под боем, обе стороны расставляют фигуры заново.
function joined(move)
    if move.owner ~= "black" then
        return nil
    end
    for _, kind in ipairs({"pawn", "knight", "bishop", "rook", "queen", "king"}) do
        if in_hand("black", kind) > 0 then
            return nil
        end
    end
    local king = royals("black")[1]
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
