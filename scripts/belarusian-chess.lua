-- Belarusian chess: men and damas must capture, and a king is attacked only by captures that are free to be made.

local DIAGONALS = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

-- Whether the man or dama on the cell can jump over an enemy that way.
local function jumps(from, way, far, player)
    local f, r = file(from) + way[1], rank(from) + way[2]
    local over = cell(f, r)
    while far and over and not piece(over) do
        f, r = f + way[1], r + way[2]
        over = cell(f, r)
    end
    local behind = cell(f + way[1], r + way[2])
    return over and behind and piece(over) and owner(over) ~= player and not piece(behind)
end

local function obliged(player)
    for from = 0, cells() - 1 do
        local kind = piece(from)
        if (kind == "man" or kind == "dama") and owner(from) == player then
            for _, way in ipairs(DIAGONALS) do
                if jumps(from, way, kind == "dama", player) then
                    return true
                end
            end
        end
    end
    return false
end

-- Live: captures of a king by chess pieces, which are only tried.
--- A chess piece attacks a king only while its player is not obliged to capture with a man or a dama.
--- ru: Шахматная фигура нападает на короля, только пока её владелец не обязан бить шашкой или дамкой.
function attack(move)
    return not obliged(move.owner)
end

-- Live: after the move, as such hooks are not called where attacks are only tried.
--- While a man or a dama can capture, only a capture by a man or a dama may be played; other captures neither meet
--- this obligation nor are they compulsory.
--- ru: Пока шашка или дамка может бить, ходить можно только взятием шашкой или дамкой; взятие другой фигурой этой
--- обязанности не исполняет и само необязательно.
function must_jump(move)
    if (move.piece == "man" or move.piece == "dama") and move.captured then
        return true
    end
    return not before(obliged, move.owner) or "a man or a dama must capture"
end

--- A player who is obliged to capture, and whose every such capture would expose the king, loses (closed mate).
--- ru: Кто обязан бить, но любым таким взятием подставит короля, тот проиграл (закрытый мат).
function closed_mate()
    local player = side_to_move()
    if obliged(player) then
        return {winner = player == "white" and "black" or "white", reason = "closed mate"}
    end
end
