-- Snakes and ladders: the one move that a roll allows.

local LAYOUTS = {
    usual = {
        {4, 14}, {9, 31}, {21, 42}, {28, 84}, {36, 44}, {51, 67}, {71, 91}, {80, 100},
        {16, 6}, {47, 26}, {49, 11}, {56, 53}, {62, 19}, {64, 60}, {87, 24}, {93, 73}, {95, 75}, {98, 78},
    },
    none = {},
}

local LEADS = {}
for _, pair in ipairs(LAYOUTS[option("layout")]) do
    LEADS[pair[1]] = pair[2]
end

-- Rows run left and right in turn.
local CELL = {}
for number = 1, 100 do
    local row, step = (number - 1) // 10, (number - 1) % 10
    CELL[number] = cell(row % 2 == 0 and step + 1 or 10 - step, row + 1)
end

local function has(place, player)
    if owner(place) then
        for _, other in ipairs(stack(place)) do
            if other.owner == player then
                return true
            end
        end
    end
    return false
end

-- The token may be below others: all are removed, the others are put back.
local function carry(move, player, from, to)
    local pieces = stack(CELL[from])
    for _ = 1, #pieces do
        table.insert(move, {capture = CELL[from]})
    end
    for _, other in ipairs(pieces) do
        if other.owner ~= player then
            table.insert(move, {put = CELL[from], piece = "token", owner = other.owner})
        end
    end
    table.insert(move, {put = CELL[to], piece = "token", owner = player})
end

local function landing(from, die)
    local to, over = from + die, option("overshoot")
    if to <= 100 then
        return to
    elseif over == "win" then
        return 100
    end
    return over == "bounce" and 200 - to or from
end

--- A token goes as many squares as the die shows; at the foot of a ladder it climbs, on the head of a snake it slides
--- down.
--- ru: Фишка идёт на столько клеток, сколько выпало; с подножия лестницы она поднимается, с головы змеи скатывается.
function advance()
    local die, me = dice()[1], side_to_move()
    if not die then
        return {}
    end
    for from = 1, 100 do
        if has(CELL[from], me) then
            local square = landing(from, die)
            local last = square ~= from and LEADS[square] or square
            local move = {text = from .. "-" .. square, from = CELL[from], to = CELL[last]}
            if last ~= square then
                move.text = move.text .. "-" .. last
            end
            if last ~= from then
                carry(move, me, from, last)
            end
            if die == 6 and option("extra_on_six") == "true" then
                table.insert(move, {roll = me})
            end
            return {move}
        end
    end
    return {{text = "pass"}}
end

--- The player who comes first to the last square wins.
--- ru: Выигрывает тот, кто первым пришёл на последнюю клетку.
--- goal: Be the first on the last square.
--- goal ru: Первым дойти до последней клетки.
function home()
    for _, player in ipairs(players) do
        if has(CELL[100], player) then
            return {winner = player}
        end
    end
end
