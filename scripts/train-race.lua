-- Train race: the one move that a roll allows.

local TRACKS = {
    usual = {
        signals = {
            a5 = "red", a10 = "red", a18 = "red", a22 = "red", e4 = "red", e12 = "red", e15 = "red",
            a3 = "green", a8 = "green", a15 = "green", a20 = "green", e3 = "green", e10 = "green", e14 = "green",
        },
        points = {a6 = "e1", a13 = "e7", e9 = "a17"},
    },
    plain = {signals = {}, points = {}},
}

local TRACK, START, STATION = TRACKS[option("track")], cell("s1"), cell("s2")

local function written(place)
    return ({s1 = "START", s2 = "STATION"})[name(place)] or name(place)
end

-- The cells of a line are numbered; the station follows its last one.
local function after(place)
    local line, number = string.sub(name(place), 1, 1), string.sub(name(place), 2)
    return place == START and cell("a1") or cell(line .. (tonumber(number) + 1)) or STATION
end

-- Where the roll leads; nil where it would pass the station and may not.
local function goal(from, die)
    local switch = TRACK.points[name(from)]
    local to = switch and cell(switch) or after(from)
    for _ = 2, die do
        if to == STATION then
            return option("exact_finish") == "false" and STATION or nil
        end
        to = after(to)
    end
    return to
end

local function has(place, player)
    for _, train in ipairs(owner(place) and stack(place) or {}) do
        if train.owner == player then
            return true
        end
    end
    return false
end

-- The train may be below others: all are removed, the others are put back.
local function carry(move, player, from, to)
    local trains = stack(from)
    for _ = 1, #trains do
        table.insert(move, {capture = from})
    end
    for _, train in ipairs(trains) do
        table.insert(move, {put = train.owner == player and to or from, piece = "train", owner = train.owner})
    end
end

-- The next player rolls who does not miss the turn.
local function hand_on(move, me, misses)
    local seat, waiting = 0, {}
    for i, player in ipairs(players) do
        seat = player == me and i or seat
        waiting[player] = counter(player .. "-misses")
    end
    waiting[me] = misses
    local i = seat % #players + 1
    while waiting[players[i]] > 0 do
        waiting[players[i]] = 0
        i = i % #players + 1
    end
    for _, player in ipairs(players) do
        table.insert(move, {counter = player .. "-misses", set = waiting[player]})
    end
    table.insert(move, {roll = players[i]})
end

--- A train goes as many cells as the die shows. It goes along its line, and trains may share a cell.
--- A train that ends its move on a red signal (a5, a10, a18, a22, e4, e12, e15) misses its next turn.
--- On a green one (a3, a8, a15, a20, e3, e10, e14) it rolls and moves again.
--- At points (a6, a13, e9) its next move leaves along the other line, with the first step to e1, e7 or a17. Points that
--- are only passed change nothing.
--- ru: Поезд идёт по своей линии на столько клеток, сколько выпало; поезда могут стоять на одной клетке.
--- Кончив ход на красном сигнале (a5, a10, a18, a22, e4, e12, e15), он пропускает следующий ход.
--- На зелёном (a3, a8, a15, a20, e3, e10, e14) он бросает кость и идёт ещё раз.
--- Со стрелки (a6, a13, e9) следующий ход ведёт на другую линию, первым шагом на e1, e7 или a17. Стрелка, которую
--- только проехали, ничего не меняет.
function advance()
    local die, me = dice()[1], side_to_move()
    if not die then
        return {}
    end
    for from = 0, cells() - 1 do
        if has(from, me) then
            local to = goal(from, die)
            local signal = to and TRACK.signals[name(to)]
            local move = {text = "pass"}
            if to then
                move = {text = written(from) .. "-" .. written(to), from = from, to = to}
                carry(move, me, from, to)
            end
            if signal == "green" then
                table.insert(move, {roll = me})
            else
                hand_on(move, me, signal == "red" and 1 or 0)
            end
            return {move}
        end
    end
    return {{text = "pass"}}
end

--- The first train at the station wins.
--- ru: Побеждает первый поезд, пришедший на станцию.
--- goal: Be the first train at the station.
--- goal ru: Первым привести поезд на станцию.
function station()
    return owner(STATION) and {winner = owner(STATION)} or nil
end
