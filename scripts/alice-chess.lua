-- Alice chess: two boards, one on each side of a looking-glass.

local HALF = cells() // 2
local OTHER = {white = "black", black = "white"}

local function mirror(c)
    return c < HALF and c + HALF or c - HALF
end

-- The mirrors of all cells between a king and its rook.
local function way_is_clear(from, to)
    for f = math.min(file(from), file(to)) + 1, math.max(file(from), file(to)) - 1 do
        if piece(mirror(from - file(from) + f)) then
            return false
        end
    end
    return true
end

--- A piece may move only to a cell whose mirror, the same cell of the other board, is empty. A king may not step onto a cell that is
--- attacked on the board where it stands.
--- ru: Ходить можно лишь на поле, зеркальное к которому — то же поле другой доски — пусто. Король не становится на поле, битое на
--- ru: той доске, где он стоит.
function mirror_is_empty(move)
    if piece(mirror(move.to)) then
        return "the same cell of the other board is not empty"
    elseif move.half == "king" then
        local rook = cell(move.castling == "k" and "A:h1" or "A:a1")
        return option("castling_path") == "arrival" or way_is_clear(move.from, rook + move.from - cell("A:e1"))
    elseif move.piece == "king" and not move.castling then
        local effects = {{move = move.from, to = move.to}}
        if move.captured then
            table.insert(effects, 1, {capture = move.to})
        end
        return not attacked(move.to, OTHER[move.owner], effects) or "the king may not step into an attack"
    end
end

--- Then it goes to that cell of the other board.
--- ru: Затем она переходит на это поле другой доски.
function through_glass(move)
    local effects = {{move = move.to, to = mirror(move.to)}}
    if option("en_passant") == "on" and move.piece == "pawn" and math.abs(rank(move.to) - rank(move.from)) == 2 then
        table.insert(effects, {en_passant = (move.from + move.to) // 2, by = mirror(move.to)})
    end
    return effects
end
