-- Long nardy. Everything is seen by the player to move: points 24 to 1, moving downwards.
--
-- Each die is a ply. A step is listed only if the turn can still use as many dice as any turn could: `longest` looks
-- ahead through the turn, in plain variables and two lists of numbers. Steps with one number can be tried from the
-- highest point down, so doubles are no deeper than combinations. After `LOOKS` positions the search gives up and
-- allows the step; only walls that nearly every turn would leave can cost so many.

local LOOKS = 900

local PLACE, OPPONENT = {}, {[players[1]] = players[2], [players[2]] = players[1]}
for i, player in ipairs(players) do
    PLACE[player] = {}
    for point = 1, 24 do
        local white = i == 1 and point or (point + 11) % 24 + 1
        PLACE[player][point] = white > 12 and cell(white - 12, 2) or cell(13 - white, 1)
    end
end

local own, enemy = {}, {}                  -- pieces by the points of the player to move
local enemy_last                           -- the enemy's point, as the enemy counts, of its most advanced piece
local leave                              -- how many more may leave the head
local looks
local any_wall, each_step

local function remaining(player)
    local count = 0
    for point = 1, 24 do
        local place = PLACE[player][point]
        if owner(place) == player then
            count = count + #stack(place)
        end
    end
    return count
end

local function look()
    local me = side_to_move()
    enemy_last = 25
    local foes = 0
    for point = 1, 24 do
        local place = PLACE[me][point]
        local whose = owner(place)
        own[point], enemy[point] = 0, 0
        if whose then
            local height = #stack(place)
            if whose == me then
                own[point] = height
            else
                enemy[point] = height
                foes = foes + height
                local theirs = (point + 11) % 24 + 1
                if theirs < enemy_last then
                    enemy_last = theirs
                end
            end
        end
    end
    local rule = option("block_rule")
    if foes < 15 or (rule == "behind_home" and enemy_last <= 6) then
        enemy_last = 0
    elseif rule == "behind_home" then
        enemy_last = 25
    end
    any_wall = rule == "none"
    each_step = option("block_check") == "step"
end

-- Six of the enemy's points in a row, with no enemy piece past them.
local function wall()
    if any_wall then
        return false
    end
    local run, last = 0, enemy_last + 5
    if last > 24 then
        last = 24
    end
    for theirs = 1, last do
        if own[theirs > 12 and theirs - 12 or theirs + 12] > 0 then
            run = run + 1
            if run == 6 then
                return true
            end
        else
            run = 0
        end
    end
    return false
end

local function highest()
    local point = 24
    while point > 0 and own[point] == 0 do
        point = point - 1
    end
    return point
end

local function can(from, die)
    if own[from] == 0 or (from == 24 and leave == 0) then
        return false
    end
    if from > die then
        return enemy[from - die] == 0
    end
    local high = highest()
    return high <= 6 and (from == die or from == high)
end

local function step(from, die, way)
    own[from] = own[from] - way
    if from > die then
        own[from - die] = own[from - die] + way
    end
    if from == 24 then
        leave = leave - way
    end
end

-- How many of the `count` dice that show `die` can still be used from `top` down; -1 when every end is forbidden.
local function longest(count, die, top)
    looks = looks + 1
    if looks > LOOKS then
        return count
    end
    if each_step and wall() then
        return -1
    end
    local best = -1
    if count > 0 then
        for from = each_step and 24 or top, 1, -1 do
            if can(from, die) then
                step(from, die, 1)
                local more = longest(count - 1, die, from)
                step(from, die, -1)
                if more + 1 == count then
                    return count
                elseif more >= 0 and more >= best then
                    best = more + 1
                end
            end
        end
    end
    if best < 0 and not wall() then
        return 0
    end
    return best
end

-- Every first step, with the number of dice that the whole turn then uses.
local function first_steps(dice)
    local found, most = {}, 0
    local kinds = dice[1] ~= dice[#dice] and 2 or 1
    looks = 0
    for kind = 1, kinds do
        local die = dice[kind == 1 and #dice or 1] -- the larger first
        for from = 24, 1, -1 do
            if can(from, die) then
                step(from, die, 1)
                local used = 1 + longest(#dice - 1, kinds == 2 and dice[kind] or die, 24)
                step(from, die, -1)
                if used > 0 then
                    table.insert(found, {from = from, die = die, used = used})
                    most = math.max(most, used)
                end
            end
        end
    end
    return found, most
end

-- In the first turn a player may move two pieces from the head, if with one a double cannot be played to its end.
local function head_allowance(dice)
    if turn() > 1 or #dice < 4 then
        return 1
    end
    leave = 1
    local _, most = first_steps(dice)
    return most < 4 and 2 or 1
end

local function step_text(from, die, other)
    if from > die then
        return from .. "/" .. (from - die)
    end
    -- Where each die would bear the piece off, the larger one is named.
    if other and (other == from or (other > from and highest() == from)) then
        return from .. "/off:" .. die
    end
    return from .. "/off"
end

--- Each die moves one piece on by so many points, never onto a point where an enemy piece is; as many dice must be
--- played as possible, and if only one of two can be played, the larger. One piece a turn leaves the head; in the
--- first turn two, if a double cannot be played otherwise. A wall of six points may not be built in front of all
--- enemy pieces. When all pieces are in the last quarter they are borne off.
--- ru: Каждая кость движет одну шашку на столько пунктов, но не на пункт, где стоит противник; надо сыграть столько
--- костей, сколько можно, а если можно лишь одну из двух — бо́льшую. С головы берут за ход одну шашку; в первый
--- ход две, если дубль иначе не сыграть. Стену из шести пунктов нельзя строить впереди всех шашек противника.
--- Когда все шашки в последней четверти, их выбрасывают.
function steps()
    local dice, me = dice(), side_to_move()
    if #dice == 0 then
        return {}
    end
    look()
    local allowed = counter("head")
    leave = allowed > 0 and allowed - 1 or head_allowance(dice)
    local found, most = first_steps(dice)
    local list = {}
    for _, one in ipairs(found) do
        -- If only one of two different dice can be used, it is the larger.
        if one.used == most and (most > 1 or one.die == found[1].die) then
            local left = leave - (one.from == 24 and 1 or 0)
            local other = most > 1 and dice[1] < one.die and dice[1]
            local move = {text = step_text(one.from, one.die, other), {use_die = one.die}}
            if one.from > one.die then
                table.insert(move, {move = PLACE[me][one.from], to = PLACE[me][one.from - one.die]})
                move.from, move.to = PLACE[me][one.from], PLACE[me][one.from - one.die]
            else
                table.insert(move, {capture = PLACE[me][one.from]})
            end
            if most > 1 then
                table.insert(move, {counter = "head", set = left + 1})
                table.insert(move, {next_player = me})
            else
                table.insert(move, {counter = "head", set = 0})
            end
            table.insert(list, move)
        end
    end
    if #list == 0 then
        list[1] = {text = "pass", {counter = "head", set = 0}}
    end
    return list
end

--- The player who has borne off all pieces wins; where a last turn is agreed, Black may still bear off the own
--- pieces and draw.
--- ru: Выигрывает тот, кто выбросил все шашки; если условлен последний ход, чёрные могут ещё выбросить свои и свести
--- вничью.
--- goal: Be the first to bear off all your own pieces.
--- goal ru: Первым снять с доски все свои шашки.
function borne_off()
    local winner
    for _, player in ipairs(players) do
        if remaining(player) == 0 then
            if winner then
                return {result = "draw", reason = "both have borne off"}
            end
            winner = player
        end
    end
    if not winner or (option("last_turn") == "true" and winner == players[1] and side_to_move() == players[2]) then
        return nil
    end
    local points = remaining(OPPONENT[winner]) == 15 and 2 or 1
    return {winner = winner, reason = (points == 2 and "mars: " or "borne off: ") .. points * tonumber(option("stake"))}
end
