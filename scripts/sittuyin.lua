-- The rules of the setup in sittuyin.

local function enemy(player)
    return player == "white" and "black" or "white"
end

--- Black may not place a rook on the file of the white king.
--- ru: Чёрные не могут поставить ладью на вертикаль белого короля.
function facing_rook(move)
    if side_to_move() ~= "black" then
        return true
    end
    for r = 1, 8 do
        local there = cell(file(move.to), r)
        if piece(there) == "king" and owner(there) == "white" then
            return "a rook may not be placed on the file of the white king"
        end
    end
end

-- The board as it will be when Black's last piece has been placed.
--- Black's setup may not be White's rotated by half a turn.
--- ru: Расстановка чёрных не может повторять белую, повёрнутую на пол-оборота.
function turned_image(move)
    local left = 0
    for _, kind in ipairs(side_to_move() == "black" and {"king", "general", "rook", "elephant", "knight"} or {}) do
        left = left + in_hand("black", kind)
    end
    if left ~= 1 then
        return true
    end
    for c = 0, cells() - 1 do
        local kind = c == move.to and move.piece or owner(c) == "black" and piece(c)
        local turned = cells() - 1 - c
        if kind and not (piece(turned) == kind and owner(turned) == "white") then
            return true
        end
    end
    return "the set-up may not be White's turned round"
end

--- A move that leaves the opponent without a move, but not in check, is not allowed.
--- ru: Ход, оставляющий противника без хода, но не под шахом, запрещён.
function no_stalemate(move)
    return check(enemy(move.owner)) or not no_moves() or "a move may not stalemate"
end

-- The marks of White; Black's are the same cells turned round by half a turn.
local MARKS = {a8 = true, b7 = true, c6 = true, d5 = true, e5 = true, f6 = true, g7 = true, h8 = true}

local function marked(c, player)
    return MARKS[name(player == "white" and c or cells() - 1 - c)]
end

--- A pawn promotes on a mark, the last pawn anywhere, where the new general attacks nothing.
--- ru: Пешка превращается на отмеченном поле, последняя — где угодно, если новый генерал ни на что не нападает.
function quiet_promotion(move)
    if move.becomes ~= "general" then
        return true
    end
    if not marked(move.from, move.owner) and count(move.owner, "pawn") > 1 then
        return "only the last pawn promotes outside the marks"
    end
    for _, step in ipairs({{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}) do
        local c = cell(file(move.to) + step[1], rank(move.to) + step[2])
        if c and owner(c) == enemy(move.owner) then
            return "a promotion may not attack"
        end
    end
    return true
end
