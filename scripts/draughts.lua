-- Draws of small endings in draughts. The counter `balance` holds the plies since the last capture or promotion.

local function counts(player)
    return count(player), count(player, "king")
end

-- Whether `player` has a single king and nothing else, and how many pieces of which kinds are against it.
local function against_lone_king(player, other)
    local all, kings = counts(player)
    if all == 1 and kings == 1 then
        return counts(other)
    end
end

local function either(rule)
    return rule(players[1], players[2]) or rule(players[2], players[1])
end

local function counted_out(moves)
    return counter("balance") >= 2 * moves
end

-- Three or more kings against one: fifteen moves.
--- Three or more kings against a lone king must win within fifteen moves of their own, else it is a draw.
--- ru: Три и более дамки против одной должны победить за пятнадцать своих ходов, иначе ничья.
function lone_king()
    return either(function(player, other)
        local all, kings = against_lone_king(player, other)
        if all and kings >= 3 and counted_out(15) then
            return {result = "draw"}
        end
    end)
end

-- Whether a lone king of that player is on the main diagonal from a1 to h8.
local function holds_main_diagonal(player)
    for c = 0, cells() - 1 do
        if file(c) == rank(c) and owner(c) == player then
            return true
        end
    end
    return false
end

-- The official list, with kings on both sides: by the number of pieces on the board.
--- With kings on both sides and no capture or promotion, the game is drawn after 5 moves with two or three pieces on
--- the board, after 30 with four or five, after 60 with six or seven; three pieces against a lone king on the main
--- diagonal have 5 moves.
--- ru: Если дамки есть у обеих сторон и никто не бьёт и не превращается, ничья наступает через 5 ходов при двух-трёх
--- фигурах на доске, через 30 при четырёх-пяти, через 60 при шести-семи; против дамки на большой дороге у троих
--- есть 5 ходов.
function official_ending()
    local all = count(players[1]) + count(players[2])
    if count(players[1], "king") == 0 or count(players[2], "king") == 0 then
        return nil
    end
    local moves = all <= 3 and 5 or all <= 5 and 30 or all <= 7 and 60
    if moves and counted_out(moves) then
        return {result = "draw"}
    end
    return either(function(player, other)
        if against_lone_king(player, other) == 3 and holds_main_diagonal(player) and counted_out(5) then
            return {result = "draw", reason = "main diagonal"}
        end
    end)
end

-- On the board of a hundred cells: up to two pieces against a lone king have five moves, three pieces with a king
-- among them sixteen.
--- A lone king against one or two pieces with a king among them draws after five moves, against three after sixteen.
--- ru: Одинокая дамка против одной или двух фигур, среди которых есть дамка, делает ничью через пять ходов, против
--- трёх — через шестнадцать.
function small_ending()
    return either(function(player, other)
        local all, kings = against_lone_king(player, other)
        local moves = all and kings >= 1 and (all <= 2 and 5 or all == 3 and 16)
        if moves and counted_out(moves) then
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
