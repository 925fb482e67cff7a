-- Draws of small endings in draughts. The counter `balance` holds the plies since a man was last taken or promoted.

local function men(player)
    return count(player), count(player, "king")
end

-- Whether `player` has a single king and nothing else, and how many men of which kinds stand against it.
local function against_lone_king(player, other)
    local all, kings = men(player)
    if all == 1 and kings == 1 then
        return men(other)
    end
end

local function either(rule)
    return rule(players[1], players[2]) or rule(players[2], players[1])
end

local function en_passant(moves)
    return counter("balance") >= 2 * moves
end

-- Three or more kings against one: fifteen moves.
--- Three or more kings against a lone king must win within fifteen moves of their own, else it is a draw.
--- ru: Три и более дамки против одной должны победить за пятнадцать своих ходов, иначе ничья.
function lone_king()
    return either(function(player, other)
        local all, kings = against_lone_king(player, other)
        if all and kings >= 3 and en_passant(15) then
            return {result = "draw"}
        end
    end)
end

-- Whether a lone king of that player stands on the road from a1 to h8.
local function holds_road(player)
    for c = 0, cells() - 1 do
        if file(c) == rank(c) and owner(c) == player then
            return true
        end
    end
    return false
end

-- The official list, with kings on both sides: by the number of men on the board.
--- With kings on both sides and nothing taken or promoted, it is a draw after 5 moves with two or three men on the
--- board, after 30 with four or five, after 60 with six or seven; three men against a lone king on the main road have
--- 5.
--- ru: Если дамки есть у обеих сторон и никто не бьёт и не превращается, ничья наступает через 5 ходов при двух-трёх
--- фигурах на доске, через 30 при четырёх-пяти, через 60 при шести-семи; против дамки на большой дороге у троих
--- есть 5 ходов.
function official_ending()
    local all = count(players[1]) + count(players[2])
    if count(players[1], "king") == 0 or count(players[2], "king") == 0 then
        return nil
    end
    local moves = all <= 3 and 5 or all <= 5 and 30 or all <= 7 and 60
    if moves and en_passant(moves) then
        return {result = "draw"}
    end
    return either(function(player, other)
        if against_lone_king(player, other) == 3 and holds_road(player) and en_passant(5) then
            return {result = "draw", reason = "main road"}
        end
    end)
end

-- On the board of a hundred cells: up to two men against a lone king five moves, three with a king among them sixteen.
--- A lone king against one or two men with a king among them draws after five moves, against three after sixteen.
--- ru: Одинокая дамка против одной или двух фигур, среди которых есть дамка, делает ничью через пять ходов, против
--- трёх — через шестнадцать.
function small_ending()
    return either(function(player, other)
        local all, kings = against_lone_king(player, other)
        local moves = all and kings >= 1 and (all <= 2 and 5 or all == 3 and 16)
        if moves and en_passant(moves) then
            return {result = "draw"}
        end
    end)
end

-- On 64 cells (with `max_pieces: 3`).
--- A lone king against one or two pieces with a king among them draws after five moves.
--- ru: Одинокая дамка против одной или двух фигур, среди которых есть дамка, делает ничью через пять ходов.
function tiny_ending()
    return small_ending()
end

-- For the last two pieces on the board (with `max_pieces: 2`).
--- One king against one king is a draw.
--- ru: Одна дамка против одной дамки — ничья.
function king_against_king()
    if count(players[1], "king") == 1 and count(players[2], "king") == 1 then
        return {result = "draw"}
    end
end

--- A king wins against a single man.
--- ru: Дамка выигрывает против одной простой.
function king_against_man()
    return either(function(player, other)
        if count(player, "king") == 1 and count(other, "man") == 1 then
            return {winner = player}
        end
    end)
end
