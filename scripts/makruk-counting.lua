-- Makruk counting: once no pawn is left, the weaker side counts its own moves and draws when it exceeds the limit.
--
-- Two counts, as Thai players know them:
--   of the board    neither side is bare; the side with less material counts from 0 to 64; with equal forces neither
--   of the pieces   a side has only its king; it counts from the number of all pieces on the board to a limit that
--                   the strongest piece against it sets, and that stays when that piece is captured later
-- A count begins again when another side or another kind of count takes over. Checkmate on the last counted move wins.
--
-- Counters: `counts` says which side counts what (0 none; 1 White and 2 Black the board; 3 White and 4 Black the
-- pieces), `count` how far the count is, `limit` where it ends.

local VALUE = {rook = 5, khon = 3, knight = 3, met = 2}
local BOARD_LIMIT = 64

local function value(player)
    local sum = 0
    for _, kind in ipairs({"rook", "khon", "knight", "met"}) do
        sum = sum + VALUE[kind] * count(player, kind)
    end
    return sum
end

-- How many moves these pieces are given to checkmate a bare king.
local function limit_for(player)
    local rooks, khons, knights = count(player, "rook"), count(player, "khon"), count(player, "knight")
    if rooks > 0 then
        return rooks > 1 and 8 or 16
    elseif khons > 0 then
        return khons > 1 and 22 or 44
    elseif knights > 1 then
        return 32
    end
    return 64
end

-- Which side counts what in this position, as `counts` says it.
local function counting()
    local white, black = players[1], players[2]
    if count(white, "pawn") + count(black, "pawn") > 0 then
        return 0
    end
    local white_bare, black_bare = count(white) == 1, count(black) == 1
    if white_bare and black_bare then
        return counter("counts")
    elseif white_bare then
        return 3
    elseif black_bare then
        return 4
    end
    local difference = value(white) - value(black)
    return difference < 0 and 1 or difference > 0 and 2 or 0
end

-- Live: after every move.
--- Once no pawn is left, the weaker side counts its own moves: to 64 while neither side is bare, otherwise from the
--- number of pieces on the board to a limit that the strongest piece against it sets.
--- ru: Когда пешек не осталось, слабейшая сторона считает свои ходы: до 64, пока ни у кого не остался голый король,
--- иначе — от числа фигур на доске до предела, который ставит сильнейшая фигура противника.
function count_move(move)
    local counts = counting()
    local counter_side = players[(counts - 1) % 2 + 1]
    local taken_over = counter("counts") == 0 and counter("limit") > 0 and not move.captured -- from another program's FEN
    if counts ~= counter("counts") and not taken_over then
        local number, limit = 0, 0
        if counts > 2 then
            local other = players[counts % 2 + 1]
            number, limit = count(players[1]) + count(players[2]), limit_for(other)
        elseif counts > 0 then
            limit = BOARD_LIMIT
        end
        return {
            {counter = "counts", set = counts},
            {counter = "count", set = number},
            {counter = "limit", set = limit},
        }
    end
    local effects = taken_over and {{counter = "counts", set = counts}} or {}
    if counts > 0 and move.owner == counter_side then
        table.insert(effects, {counter = "count", add = 1})
    end
    return effects
end

-- Live: the ending.
--- When the side that counts exceeds its limit, the game is drawn.
--- ru: Когда считающая сторона перешла свой предел, — ничья.
function counted_out()
    if counter("limit") > 0 and counter("count") > counter("limit") then
        return {result = "draw"}
    end
    return nil
end
