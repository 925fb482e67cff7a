-- Belarusian chess: men and damas must capture, and a king is attacked only by captures that are free to be made.

local DIAGONALS = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

-- Cells as they were before a move, by cell: a piece, or false for an empty cell; and owners.
local was, whose = {}, {}

local function piece_at(c)
    if was[c] ~= nil then
        return was[c]
    end
    return piece(c)
end

local function owner_at(c)
    return whose[c] or owner(c)
end

-- Whether the man or dama on the cell can jump over an enemy that way.
local function jumps(from, way, far, player)
    local f, r = file(from) + way[1], rank(from) + way[2]
    local over = cell(f, r)
    while far and over and not piece_at(over) do
        f, r = f + way[1], r + way[2]
        over = cell(f, r)
    end
    local behind = cell(f + way[1], r + way[2])
    return over and behind and piece_at(over) and owner_at(over) ~= player and not piece_at(behind)
end

local function obliged(player)
    for from = 0, cells() - 1 do
        local kind = piece_at(from)
        if (kind == "man" or kind == "dama") and owner_at(from) == player then
            for _, way in ipairs(DIAGONALS) do
                if jumps(from, way, kind == "dama", player) then
                    return true
                end
            end
        end
    end
    return false
end

local function set_before(at, kind, player)
    was[at], whose[at] = kind or false, player
end

-- Live: captures of a king by chess pieces, which are only tried.
--- A chess piece attacks a king only while its player is not obliged to capture with a man or a dama.
--- ru: Шахматная фигура нападает на короля, только пока её владелец не обязан бить шашкой или дамкой.
function attack(move)
    was, whose = {}, {}
    return not obliged(move.owner)
end

-- Live: after the move, so the cells that it changed are set back.
--- While a man or a dama can capture, only a capture by a man or a dama may be played; other captures neither meet
--- this obligation nor are they compulsory.
--- ru: Пока шашка или дамка может бить, ходить можно только взятием шашкой или дамкой; взятие другой фигурой этой
--- обязанности не исполняет и само необязательно.
function must_jump(move)
    if (move.piece == "man" or move.piece == "dama") and move.captured then
        return true
    end
    was, whose = {}, {}
    set_before(move.to)
    if move.captured then
        set_before(move.captured_at, move.captured, move.captured_owner)
    end
    set_before(move.from, move.piece, move.owner)
    local wing = file(move.to) - file(move.from)
    if move.piece == "king" and math.abs(wing) == 2 then
        set_before(cell(wing > 0 and 6 or 4, rank(move.to)))
        set_before(cell(wing > 0 and 8 or 1, rank(move.to)), "rook", move.owner)
    end
    return not obliged(move.owner) or "a man or a dama must capture"
end

--- A player who is obliged to capture, and whose every such capture would expose the king, loses (closed mate).
--- ru: Кто обязан бить, но любым таким взятием подставит короля, тот проиграл (закрытый мат).
function closed_mate()
    local player = side_to_move()
    was, whose = {}, {}
    if obliged(player) then
        return {winner = player == "white" and "black" or "white", reason = "closed mate"}
    end
end
