-- Makruk counting: once no pawn is left, the weaker side counts its own moves and draws when it gets past the limit.
--
-- Two counts, as Thai players know them:
--   of the board   neither side is bare; the side with less material counts from nothing to 64, with equal forces nobody
--   of the men     a side has only its king; it counts from the number of all men on the board to a limit that the
--                  strongest man against it sets, and that stays whatever is taken later
-- A count begins anew when another side or another kind of count takes over. Mate on the last counted move is mate.
--
-- Counters: `counts` says who counts what (0 nobody; 1 White and 2 Black the board; 3 White and 4 Black the men), `count`
-- how far he is, `limit` where it ends.

local WORTH = {rook = 5, khon = 3, knight = 3, met = 2}
local BOARD_LIMIT = 64

local function worth(player)
    local sum = 0
    for _, kind in ipairs({"rook", "khon", "knight", "met"}) do
        sum = sum + WORTH[kind] * count(player, kind)
    end
    return sum
end

-- What the player with these men is given to mate a bare king.
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

-- Who counts what in this position, as `counts` says it.
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
    local difference = worth(white) - worth(black)
    return difference < 0 and 1 or difference > 0 and 2 or 0
end

-- Live, after every move.
--- Once no pawn is left, the weaker side counts its own moves: to 64 while neither side is bare, else from the number
--- of men on the board to a limit that the strongest man against it sets.
--- ru: Когда пешек не осталось, слабейшая сторона считает свои ходы: до 64, пока ни у кого не остался голый король,
--- иначе — от числа фигур на доске до предела, который ставит сильнейшая фигура противника.
function count_move(move)
    local counts = counting()
    local counter_side = players[(counts - 1) % 2 + 1]
    if counts ~= counter("counts") then
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
    if counts > 0 and move.owner == counter_side then
        return {{counter = "count", add = 1}}
    end
    return nil
end

-- Live, the ending.
--- When the side that counts gets past its limit, the game is drawn.
--- ru: Когда считающая сторона перешла свой предел, — ничья.
function counted_out()
    if counter("limit") > 0 and counter("count") > counter("limit") then
        return {result = "draw"}
    end
    return nil
end
