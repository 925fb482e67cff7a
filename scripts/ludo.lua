-- Ludo. A player's own positions: Y in the yard, 0 to 50 on the ring, 51 to 55 in the player's column, 56 HOME.

local HOME, LAST = 56, 50
local SEAT = {red = 0, green = 1, yellow = 2, blue = 3}

-- A quarter of the ring, from the red start square on: five up, six to the left, round the end of the arm.
local QUARTER = {}
for i = 2, 6 do table.insert(QUARTER, {7, i}) end
for i = 6, 1, -1 do table.insert(QUARTER, {i, 7}) end
table.insert(QUARTER, {1, 8})
table.insert(QUARTER, {1, 9})

local function turned(file, rank, quarters)
    for _ = 1, quarters do
        file, rank = rank, 16 - file
    end
    return cell(file, rank)
end

-- The cells of each player's path, by the player's own positions.
local PATH = {}
for _, player in ipairs(players) do
    local path = {}
    for position = 0, LAST do
        local square = QUARTER[position % 13 + 1]
        path[position] = turned(square[1], square[2], SEAT[player] + position // 13)
    end
    for position = LAST + 1, HOME do
        path[position] = turned(8, position - LAST + 1, SEAT[player])
    end
    PATH[player] = path
end

local function tokens_on(place)
    return owner(place) and #stack(place) or 0
end

local function is_home(player)
    return tokens_on(PATH[player][HOME]) == 4
end

-- Whether other players' tokens are on the square, and whether they are a block.
local function foreign(place, me)
    local whose = owner(place)
    if not whose or whose == me then
        return nil, false
    end
    return whose, #stack(place) > 1
end

-- Where a token arrives; nil when a block is in its way.
local function goal(me, from, die)
    local to = from + die
    for position = from + 1, math.min(to, LAST) do
        local _, block = foreign(PATH[me][position], me)
        if block then
            return nil
        end
    end
    return to > HOME and 2 * HOME - to or to
end

local function can_enter(me, die)
    if in_hand(me, "token") == 0 or select(2, foreign(PATH[me][0], me)) then
        return false
    end
    if die == 6 or option("enter_on") == "any" then
        return true
    end
    local out = 4 - in_hand(me, "token") - tokens_on(PATH[me][HOME])
    return option("must_roll_six_to_start_game_only") == "true" and out > 0
end

-- The player who rolls next when the turn of `me` ends.
local function next_player(me)
    local seat = 0
    for i, player in ipairs(players) do
        seat = player == me and i or seat
    end
    for i = 1, #players do
        local player = players[(seat + i - 1) % #players + 1]
        if not is_home(player) and player ~= me then
            return player
        end
    end
    return me
end

-- The rank of a player whose last token comes home.
local function place_of(me)
    local place = 1
    for _, player in ipairs(players) do
        place = place + (player ~= me and is_home(player) and 1 or 0)
    end
    return place
end

--- A token enters from the yard by a six or as agreed, then goes as many squares as the die shows; a single token
--- that it meets goes back to its yard, two together are a block that no token passes. A six gives another roll.
--- ru: Фишка входит со двора, выбросив шесть или как условлено, затем идёт на столько клеток, сколько выпало;
--- встреченную одинокую фишку отправляют во двор, две вместе — преграда, которую никому не пройти. Шестёрка даёт
--- ещё бросок.
function steps()
    local die, me = dice()[1], side_to_move()
    if not die then
        return {}
    end
    local path, sixes = PATH[me], counter("sixes")
    local again = die == 6
    local counts_sixes = option("three_sixes") == "lose_turn"
    local list = {}

    local function close(move, rolls)
        if counts_sixes then
            table.insert(move, {counter = "sixes", set = rolls and again and sixes + 1 or 0})
        end
        table.insert(move, {roll = rolls and me or next_player(me)})
        table.insert(list, move)
    end

    local function arrive(move, position)
        local victim = position <= LAST and foreign(path[position], me)
        if victim then
            table.insert(move, 1, {capture = path[position]})
            table.insert(move, 2, {hand = victim, piece = "token", add = 1})
        end
        local finished = position == HOME and tokens_on(path[HOME]) == 3
        if finished and option("play_on_for_places") == "true" then
            table.insert(move, {counter = me .. "-place", set = place_of(me)})
        end
        close(move, not finished and (again or (victim and option("capture_bonus") == "roll")))
    end

    if counts_sixes and again and sixes == 2 then
        close({text = "pass"}, false)
        return list
    end
    if can_enter(me, die) then
        arrive({text = "Y-0", {hand = me, piece = "token", add = -1}, {put = path[0], piece = "token", owner = me}}, 0)
    end
    for from = 0, HOME - 1 do
        if owner(path[from]) == me then
            local to = goal(me, from, die)
            if to and to ~= from then
                arrive({text = from .. "-" .. to, from = path[from], to = path[to], {move = path[from], to = path[to]}}, to)
            elseif to then
                arrive({text = from .. "-" .. to, from = path[from], to = path[to]}, to)
            end
        end
    end
    if #list == 0 then
        close({text = "pass"}, again)
    end
    return list
end

--- A player who has brought all tokens home wins.
--- ru: Выигрывает тот, кто привёл домой все свои фишки.
--- goal: Be the first to bring all your own tokens home.
--- goal ru: Первым привести все свои фишки домой.
function all_home()
    local finished, first = 0, nil
    for _, player in ipairs(players) do
        if is_home(player) then
            finished = finished + 1
            if not first or counter(player .. "-place") == 1 then
                first = player
            end
        end
    end
    if finished == 0 or (option("play_on_for_places") == "true" and finished < #players - 1) then
        return nil
    end
    return {winner = first}
end
