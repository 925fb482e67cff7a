-- The kinds of checks, the checkmates that they make, and the first move of shatar.

local SHAK = {bers = true, rook = true, knight = true}
local ALL_ARE_SHAK = option("tuk-tsod-as-shak") == "on"
local SERIES = {white = "white-series", black = "black-series"}

local function enemy(player)
    return player == "white" and "black" or "white"
end

-- The pieces of `player` that check the other king.
local function checkers(player)
    local king = royals(enemy(player))[1]
    return king and attackers(king, player) or {}
end

-- The value of a check by these pieces: 1 by bishops and pawns alone, 2 with a shak.
local function value_of(cells)
    local value = #cells > 0 and 1 or 0
    for _, c in ipairs(cells) do
        if SHAK[piece(c)] or ALL_ARE_SHAK then
            value = 2
        end
    end
    return value
end

-- The value of the player's series after this move: 0 none, 1 tuks and tsods only, 2 with a shak. Called for checks,
-- and for any move that may end a series.
--- There are kinds of checks: those by bishops and pawns alone (tuk, tsod) are weaker than others (shak). A series
--- of checks counts as shak if one of them was.
--- ru: Шахи бывают разные: данные только слонами и пешками (тук, цод) слабее остальных (шак). Серия шахов считается
--- шаком, если был хоть один шак.
function series(move)
    local name = SERIES[move.owner]
    local before, now = counter(name), value_of(checkers(move.owner))
    if now == 1 and before == 2 then
        now = 2
    end
    return now ~= before and {{counter = name, set = now}} or nil
end

local function all_knights(cells)
    for _, c in ipairs(cells) do
        if piece(c) ~= "knight" then
            return false
        end
    end
    return true
end

-- A checkmate without a shak in its series is a draw. In a position that was set up the checkmate itself must be
-- one.
--- a checkmate without a shak in its series is a draw (nel).
--- ru: мат, в серии которого не было шака, — ничья (нель).
function nel()
    local mater = enemy(side_to_move())
    local mating = checkers(mater)
    if all_knights(mating) and option("knight-mate") == "loses" then
        return {winner = side_to_move(), reason = "checkmate by a knight"}
    end
    local value = math.max(counter(SERIES[mater]), value_of(mating))
    return value < 2 and {result = "draw", reason = "nel"} or nil
end

-- Called for checkmates by a knight.
--- Knights alone may not give checkmate.
--- ru: Одними конями матовать нельзя.
function knight_mate(move)
    return not all_knights(checkers(move.owner)) or "knights alone may not mate"
end

-- Whether the player has not moved yet.
local function at_home(player)
    local first = player == "white" and 1 or 7
    for f = 1, 8 do
        if owner(cell(f, first)) ~= player or owner(cell(f, first + 1)) ~= player then
            return false
        end
    end
    return true
end

--- The first move of each player is the double step of a pawn; with `khangai-start` no later move is one.
--- ru: Первый ход каждого игрока — двойной ход пешки; при `khangai-start` позже двойных ходов нет.
function opening(move)
    local double = move.piece == "pawn" and math.abs(rank(move.to) - rank(move.from)) == 2
    if at_home(move.owner) then
        return double or "the first move is the double step of the pawn"
    end
    return not double or option("khangai-start") ~= "on" or "only the first move of all may be a double step"
end
