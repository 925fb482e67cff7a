-- Arimaa: steps, pushes and pulls, traps, and the end of a turn.

local STRENGTH = {elephant = 6, camel = 5, horse = 4, dog = 3, cat = 2, rabbit = 1}
local OTHER = {gold = "silver", silver = "gold"}
local TRAPS = {cell("c3"), cell("f3"), cell("c6"), cell("f6")}
local STEPS = {"step1", "step2", "step3"}
local NEXT = {}
for c = 0, cells() - 1 do
    NEXT[c] = {}
    for _, way in ipairs({{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) do
        table.insert(NEXT[c], cell(file(c) + way[1], rank(c) + way[2]))
    end
end

local function has_friend(c, player, gone, come)
    for _, there in ipairs(NEXT[c]) do
        if there ~= gone and owner(there) == player or come and there == come.cell and come.owner == player then
            return true
        end
    end
    return false
end

local function is_frozen(c, player)
    local held = false
    for _, there in ipairs(NEXT[c]) do
        local whose = owner(there)
        held = held or whose == OTHER[player] and STRENGTH[piece(there)] > STRENGTH[piece(c)]
        if whose == player then
            return false
        end
    end
    return held
end

-- What the traps swallow. `gone` and `come`: a step that has not been made yet.
local function swallowed(effects, gone, come)
    local some = false
    for _, trap in ipairs(TRAPS) do
        local whose = trap ~= gone and owner(trap) or come and come.cell == trap and come.owner or nil
        if whose and not has_friend(trap, whose, gone, come) then
            table.insert(effects, {capture = trap})
            some = true
        end
    end
    if some then
        table.insert(effects, {counter = "lost", set = 1})
    end
end

local function set(effects, name, value)
    if counter(name) ~= value then
        table.insert(effects, {counter = name, set = value})
    end
end

local function forget(effects)
    for _, name in ipairs({"step1", "step2", "step3", "push", "pushed", "pull", "puller", "lost"}) do
        table.insert(effects, {counter = name, set = 0})
    end
    return effects
end

-- Writes a step of the turn down; the fourth one ends the turn.
local function record(effects, player, from, to, now)
    local made = ply()
    if made >= 3 then
        return forget(effects)
    end
    table.insert(effects, {counter = STEPS[made + 1], set = from * 64 + to + 1})
    for _, name in ipairs({"push", "pushed", "pull", "puller"}) do
        set(effects, name, now[name] or 0)
    end
    table.insert(effects, {next_player = player})
    return effects
end

--- A piece steps to a cell straight next to it, rabbits not backward. A piece beside a stronger enemy is frozen and may not step,
--- unless a piece of its own side stands beside it. A push that was begun must be finished at once.
--- ru: Фигура шагает на соседнее по прямой поле, кролики — не назад. Фигура рядом с более сильной вражеской заморожена и не ходит,
--- ru: если рядом нет своей фигуры. Начатый толчок надо тут же закончить.
function may_step(move)
    local hole = counter("push") - 1
    if hole >= 0 and (move.to ~= hole or STRENGTH[move.piece] <= counter("pushed")) then
        return "the push must be finished"
    end
    return not is_frozen(move.from, move.owner) or "it is frozen beside a stronger enemy"
end

--- A turn has up to four steps; the fourth ends it. A piece on a trap without a piece of its own side beside it is lost, after each
--- step.
--- ru: За ход делают до четырёх шагов, четвёртый кончает ход. После каждого шага гибнет фигура на ловушке, рядом с которой нет своей.
--- goal: Bring a rabbit to the far rank, and have it there when your turn ends.
--- goal ru: Привести кролика на дальнюю горизонталь, чтобы в конце хода он стоял там.
function steps(move)
    local effects, now = {}, {}
    swallowed(effects)
    if counter("push") == 0 and move.piece ~= "rabbit" then
        now.pull, now.puller = move.from + 1, STRENGTH[move.piece]
    end
    return record(effects, move.owner, move.from, move.to, now)
end

-- A step of an enemy's piece, as an entry of the list.
local function moved_enemy(from, to, player, now)
    local one = {text = name(from) .. name(to), from = from, to = to, {move = from, to = to}}
    swallowed(one, from, {cell = to, owner = OTHER[player]})
    return record(one, player, from, to, now)
end

-- Whether the enemy may be pulled to the cell that the last step has left.
local function is_pull(enemy, to)
    return counter("pull") - 1 == to and STRENGTH[piece(enemy)] < counter("puller")
end

-- Of several pieces that could push the enemy, the one on the first cell lists the pushes.
local function lists_pushes(from, enemy, player)
    for _, c in ipairs(NEXT[enemy]) do
        if c < from and owner(c) == player and STRENGTH[piece(c)] > STRENGTH[piece(enemy)] and not is_frozen(c, player) then
            return false
        end
    end
    return true
end

--- A piece that is not frozen pushes a weaker enemy beside it: the enemy steps to any empty cell next to it, and then a stronger piece
--- that was beside it steps where it stood. That takes two steps of one turn.
--- ru: Незамороженная фигура толкает слабейшего врага рядом: он шагает на любое пустое соседнее поле, а затем на его место —
--- ru: более сильная фигура, стоявшая рядом. Это два шага одного хода.
function pushes(move)
    local list = {}
    if ply() > 2 or counter("push") > 0 or is_frozen(move.from, move.owner) then
        return list
    end
    for _, enemy in ipairs(NEXT[move.from]) do
        if owner(enemy) == OTHER[move.owner] and STRENGTH[piece(enemy)] < STRENGTH[move.piece] and
            lists_pushes(move.from, enemy, move.owner) then
            for _, to in ipairs(NEXT[enemy]) do
                if not piece(to) and not is_pull(enemy, to) then
                    local now = {push = enemy + 1, pushed = STRENGTH[piece(enemy)]}
                    local one = moved_enemy(enemy, to, move.owner, now)
                    one.from = move.from -- the piece that pushes
                    table.insert(list, one)
                end
            end
        end
    end
    return list
end

-- Whether the board is as it was before the turn. `last`: a step that the counters do not hold yet.
local function is_unchanged(read, last)
    local came_from = {}
    for i = 1, 4 do
        local code = STEPS[i] and read(counter, STEPS[i]) or last and last + 1 or 0
        if code > 0 then
            local from, to = (code - 1) // 64, (code - 1) % 64
            came_from[to], came_from[from] = came_from[from] or from, nil
        end
    end
    local stands = {}
    for at, from in pairs(came_from) do
        stands[from] = at
    end
    for at, from in pairs(came_from) do
        local other = stands[at]
        if at ~= from and (not other or piece(other) ~= piece(at) or owner(other) ~= owner(at)) then
            return false
        end
    end
    return true
end

local function now(f, ...)
    return f(...)
end

--- A piece that has stepped away pulls a weaker enemy that was beside it: the enemy steps where the piece stood. After one to three
--- steps the player may end the turn, if the board has changed.
--- ru: Отойдя, фигура тянет слабейшего врага, стоявшего рядом: он шагает на её прежнее поле. После одного, двух или трёх шагов игрок
--- ru: может кончить ход, если доска изменилась.
function pulls_and_end()
    local list, player = {}, side_to_move()
    if ply() == 0 or counter("push") > 0 then
        return list
    end
    local to = counter("pull") - 1
    if to >= 0 and not piece(to) then
        for _, enemy in ipairs(NEXT[to]) do
            if owner(enemy) == OTHER[player] and STRENGTH[piece(enemy)] < counter("puller") then
                table.insert(list, moved_enemy(enemy, to, player, {}))
            end
        end
    end
    if counter("lost") > 0 or not is_unchanged(now) then
        local finish = forget({})
        finish.text = "end"
        table.insert(list, finish)
    end
    return list
end

--- A turn must change the board, and no step may leave the turn without a way to finish it. No position may come up for the third
--- time at the end of a turn.
--- ru: Ход должен изменить доску, и никакой шаг не должен лишать возможности закончить ход. Позиция не должна возникать в конце хода
--- ru: в третий раз.
function changes_the_board(move)
    if move.drop then
        return true
    elseif before(ply) == 3 and move.from then
        local whole = count("gold") + count("silver") == before(count, "gold") + before(count, "silver")
        if whole and before(counter, "lost") == 0 and is_unchanged(before, move.from * 64 + move.to) then
            return "the turn would change nothing"
        end
    elseif side_to_move() == move.owner and (counter("push") > 0 or counter("lost") == 0 and is_unchanged(now)) and no_moves() then
        return "the turn could not be finished"
    end
end

--- When a turn ends, the player who has moved wins with a rabbit on the far rank, or else the opponent. A player without rabbits has
--- lost, the opponent of the player who has moved first.
--- ru: В конце хода побеждает ходивший, если его кролик стоит на дальней горизонтали, иначе противник, если там его кролик. Игрок без
--- ru: кроликов проиграл, сперва смотрят на противника ходившего.
function end_of_turn()
    if ply() > 0 then
        return nil
    end
    local mover, waits = OTHER[side_to_move()], side_to_move()
    for _, player in ipairs({mover, waits}) do
        for f = 1, 8 do
            local c = cell(f, player == "gold" and 8 or 1)
            if piece(c) == "rabbit" and owner(c) == player then
                return {winner = player, reason = "goal"}
            end
        end
    end
    for _, player in ipairs({waits, mover}) do
        if count(player, "rabbit") == 0 then
            return {winner = OTHER[player], reason = "no rabbits"}
        end
    end
end
