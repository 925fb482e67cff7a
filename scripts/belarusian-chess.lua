-- Belarusian chess and Shabel: men and damas must capture, and only captures that are free to be made attack a king.

local DIAGONALS = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

-- In a chain: the cell that the capturing piece has left, and the pieces that it has jumped over.
local left, jumped = nil, {}

local function is_empty(c)
    return not piece(c) or c == left
end

-- The enemy that a man, or with `far` a dama, can jump over that way, and the cell behind it; or nil.
local function jump(from, way, far, player)
    local f, r = file(from) + way[1], rank(from) + way[2]
    local over = cell(f, r)
    while far and over and is_empty(over) do
        f, r = f + way[1], r + way[2]
        over = cell(f, r)
    end
    local behind = cell(f + way[1], r + way[2])
    if over and behind and not is_empty(over) and not jumped[over] and owner(over) ~= player and is_empty(behind) then
        return over, behind
    end
end

local function can_jump(from, kind, player)
    for _, way in ipairs(DIAGONALS) do
        if jump(from, way, kind == "dama", player) then
            return true
        end
    end
    return false
end

local function obliged(player)
    return #capturers(player, "man") > 0 or #capturers(player, "dama") > 0
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
    local kind = move.piece -- nil: listed by short_chains
    if not kind or (kind == "man" or kind == "dama") and move.captured then
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

-- Lists the jumps from `at` after which the chain could go on. Jumped pieces stay until the end and block.
local function list_stops(from, at, kind, text, victims, list)
    local player = side_to_move()
    for _, way in ipairs(DIAGONALS) do
        local over, to = jump(at, way, kind == "dama", player)
        if over then
            jumped[over] = true
            table.insert(victims, over)
        end
        while to and is_empty(to) do
            local becomes = rank(to) == (player == "white" and 8 or 1) and "dama" or kind
            if can_jump(to, becomes, player) then
                local stop = {text = text .. ":" .. name(to), from = from, to = to, {halfmove_clock = 0}}
                for _, victim in ipairs(victims) do
                    table.insert(stop, {capture = victim})
                end
                if to ~= from then
                    table.insert(stop, {move = from, to = to})
                end
                if becomes ~= piece(from) then
                    table.insert(stop, {transform = to, into = becomes})
                end
                table.insert(list, stop)
                list_stops(from, to, becomes, stop.text, victims, list)
            end
            to = kind == "dama" and cell(file(to) + way[1], rank(to) + way[2])
        end
        if over then
            jumped[over] = nil
            table.remove(victims)
        end
    end
end

-- Live: besides the chains of the rules, which are full.
--- A capture by a man or a dama may stop after any jump.
--- ru: Взятие шашкой или дамкой можно прекратить после любого прыжка.
function short_chains()
    local list = {}
    local me = side_to_move()
    for _, kind in ipairs({"man", "dama"}) do
        for _, from in ipairs(capturers(me, kind)) do
            left, jumped = from, {}
            list_stops(from, from, kind, name(from), {}, list)
        end
    end
    return list
end
