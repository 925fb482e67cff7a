-- Two boards, one on each side of a looking-glass.

local function mirror(c)
    local half = cells() // 2
    return level(c) == 1 and c + half or c - half
end

--- A piece may move only to a cell whose like on the other board is empty, and a king may not step into an attack.
--- ru: Ходить можно лишь на поле, двойник которого на другой доске пуст; король не ходит под бой.
function through_glass(move)
    if piece(mirror(move.to)) then
        return false
    elseif move.piece ~= "king" then
        return true
    end
    local passed = (move.from + move.to) // 2 -- by a castling king; the rook goes there, and through the glass as well
    local castles = math.abs(file(move.to) - file(move.from)) == 2
    return not attacked(move.to, move.owner == "white" and "black" or "white") and
        not (castles and piece(mirror(passed)))
end

--- The piece then goes to that cell of the other board.
--- ru: Затем фигура переходит на это поле другой доски.
function to_other_board(move)
    return {{move = move.to, to = mirror(move.to)}}
end
