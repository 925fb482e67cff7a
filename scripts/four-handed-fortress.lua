-- Walls between cells, which no step may cross, and the ends of the game.

local STALEMATED = 2

-- Whether a wall stands between two neighbouring cells: right of the first one, or behind it as White sees it.
local function right_of(x, y)
    return x == 4 and (y == 3 or y == 4) or x == 12 and (y == 13 or y == 14)
end

local function behind(x, y)
    return y == 12 and (x == 3 or x == 4) or y == 4 and (x == 13 or x == 14)
end

-- A diagonal step crosses the corner where four edges meet; a straight one crosses one of them.
local function step_is_open(x, y, dx, dy)
    local left, low = math.min(x, x + dx), math.min(y, y + dy)
    return not (dx ~= 0 and (right_of(left, y) or right_of(left, y + dy))
        or dy ~= 0 and (behind(x, low) or behind(x + dx, low)))
end

local function sign(n)
    return n > 0 and 1 or n < 0 and -1 or 0
end

-- A knight goes a straight step and a diagonal one, in either order, over a cell of the board.
local function knight_passes(x, y, dx, dy, sx, sy)
    return cell(x + dx, y + dy) and step_is_open(x, y, dx, dy) and step_is_open(x + dx, y + dy, sx, sy)
end

--- Walls stand between d3 and e3, d4 and e4, m4 and m5, n4 and n5, l13 and m13, l14 and m14, c12 and c13, d12 and d13.
--- No piece moves or attacks through a wall, nor diagonally past the end of one. A knight goes a straight step and
--- a diagonal one, in the order that it likes.
--- ru: Стены стоят между d3 и e3, d4 и e4, m4 и m5, n4 и n5, l13 и m13, l14 и m14, c12 и c13, d12 и d13. Сквозь стену
--- не ходят и не бьют, по диагонали мимо её конца тоже. Конь делает шаг прямо и шаг наискось, в любом порядке.
function no_wall_between(from, to, owner)
    local x, y = file(from), rank(from)
    local dx, dy = file(to) - x, rank(to) - y
    local sx, sy = sign(dx), sign(dy)
    if dx * dx + dy * dy == 5 then
        local ox, oy = dx - sx, dy - sy
        return knight_passes(x, y, ox, oy, sx, sy) or knight_passes(x, y, sx, sy, ox, oy) or false
    elseif dx * dy * (dx * dx - dy * dy) == 0 then
        for i = 0, math.max(math.abs(dx), math.abs(dy)) - 1 do
            if not step_is_open(x + i * sx, y + i * sy, sx, sy) then
                return false
            end
        end
    end
    return true
end

local function is_mated(player)
    local state = counter(player .. "-missed")
    return state == 1 or state == 3
end

--- A team whose players are both checkmated has lost.
--- ru: Команда, у которой заматованы оба игрока, проиграла.
--- goal: Checkmate both players of the other team.
--- goal ru: Поставить мат обоим игрокам другой команды.
function both_mated()
    for seat = 1, 2 do
        if is_mated(players[seat]) and is_mated(players[seat + 2]) then
            return {winner = players[3 - seat]}
        end
    end
end

--- A team whose players are both checkmated has lost, unless some king is stalemated at that moment: then it is a
--- draw.
--- ru: Команда, у которой заматованы оба игрока, проиграла, если только в этот миг какой-нибудь король не запатован:
--- тогда ничья.
--- goal: Checkmate both players of the other team.
--- goal ru: Поставить мат обоим игрокам другой команды.
function both_mated_or_draw()
    local verdict = both_mated()
    for _, player in ipairs(players) do
        if verdict and counter(player .. "-missed") == STALEMATED then
            return {result = "draw", reason = "mate with a stalemate"}
        end
    end
    return verdict
end

--- When every player who is left is stalemated, it is a draw.
--- ru: Если запатованы все оставшиеся игроки, ничья.
function nobody_can_move()
    for _, player in ipairs(players) do
        if not is_mated(player) and counter(player .. "-missed") ~= STALEMATED then
            return nil
        end
    end
    return {result = "draw"}
end
