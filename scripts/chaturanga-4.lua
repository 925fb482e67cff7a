-- Chaturanga for four: waiting promotion, command by thrones, the triumph of the boat, points, two dice.

local FACE = {boat = 2, horse = 3, elephant = 4, king = 5, pawn = 5}
local VALUE = {pawn = 1, boat = 2, horse = 3, elephant = 4, king = 5}
local ALL_KINGS, KINGS_BONUS = 3, 54
local THRONE = {green = "d1", yellow = "a5", black = "e8", red = "h4"}
local LAST = {"boat", "horse", "elephant", "king", "king", "elephant", "horse", "boat"} -- by file: what a pawn promotes to
local NUMBER, PARTNER = {}, {}
for i, player in ipairs(players) do
    NUMBER[player] = i
    PARTNER[player] = players[(i + 1) % 4 + 1]
end

local function on(switch)
    return option(switch) == "on"
end

-- What a pawn of the player promotes to there; nil elsewhere than on its last rank.
local function promotes_to(player, place)
    local f, r = file(place), rank(place)
    if player == "green" or player == "black" then
        return r == (player == "green" and 8 or 1) and LAST[f] or nil
    end
    return f == (player == "yellow" and 8 or 1) and LAST[r] or nil
end

-- The first pawn that waits for that promotion.
local function waiting(player, kind)
    for place = 0, cells() - 1 do
        if piece(place) == "pawn" and owner(place) == player and promotes_to(player, place) == kind then
            return place
        end
    end
end

-- The other three boats of the square of four boats that a boat has completed.
local function triumph(place)
    for df = -1, 0 do
        for dr = -1, 0 do
            local others, armies, seen = {}, 0, {}
            for i = 0, 3 do
                local at = cell(file(place) + df + i % 2, rank(place) + dr + i // 2)
                if at and piece(at) == "boat" and not seen[owner(at)] then
                    seen[owner(at)] = true
                    armies = armies + 1
                    if at ~= place then
                        table.insert(others, at)
                    end
                end
            end
            if armies == 4 then
                return others
            end
        end
    end
    return {}
end

local function add(effects, effect)
    table.insert(effects, effect)
end

local function score(effects, captor, captured)
    if not on("scoring") then
        return
    end
    local points = 0
    for _, kind in ipairs(captured) do
        points = points + VALUE[kind]
        if kind == "king" then
            add(effects, {counter = captor .. "-kings", add = 1})
            if counter(captor .. "-kings") == ALL_KINGS - 1 then
                points = points + KINGS_BONUS - VALUE.king
            end
        end
    end
    if points > 0 then
        add(effects, {counter = captor .. "-points", add = points})
    end
end

-- A piece has left the board; `still` pieces of its kind are on the board now and will be gone as well.
local function lose(effects, player, kind, still)
    local pawn = count(player, kind) == still and waiting(player, kind)
    if pawn then
        add(effects, {transform = pawn, into = kind})
    end
    local commanded = PARTNER[player] .. "-commander"
    if kind == "king" and counter(commanded) == NUMBER[player] then
        add(effects, {counter = commanded, set = 0})
    end
end

-- Whether an unused die shows the kind of the piece; without dice every kind may move.
local function may_move(kind)
    local left = dice()
    for _, face in ipairs(left) do
        if face == FACE[kind] then
            return true
        end
    end
    return #left == 0
end

local function use_die(effects, move)
    local left = #dice()
    if option("dice") == "2" and left > 0 and may_move(move.piece) then
        add(effects, {use_die = FACE[move.piece]})
        if left > 1 then
            add(effects, {next_player = move.owner})
        end
    end
end

--- A boat that completes a square of four boats captures the other three (the triumph of the boat). A pawn promotes
--- on the last rank to the kind of piece that began there, as soon as its owner has lost such a piece. A king that
--- comes to its partner's throne takes over the partner's army.
--- ru: Лодка, завершившая квадрат из четырёх лодок, берёт три остальные («триумф лодки»). Пешка на последней линии
--- превращается в ту фигуру, что там начинала, как только её хозяин такую потерял. Король, занявший трон партнёра,
--- начинает командовать и его войском.
function settle(move)
    local effects, captured, me = {}, {}, move.owner
    if move.captured then
        table.insert(captured, move.captured)
        lose(effects, move.captured_owner, move.captured, 0)
    end
    if move.piece == "boat" and not on("no-triumph") then
        for _, place in ipairs(triumph(move.to)) do
            table.insert(captured, "boat")
            add(effects, {capture = place})
            add(effects, {halfmove_clock = 0})
            lose(effects, owner(place), "boat", 1)
        end
    end
    local kind = move.piece == "pawn" and promotes_to(me, move.to)
    if kind and count(me, kind) == 0 then
        add(effects, {transform = move.to, into = kind})
    end
    if move.piece == "king" and not move.captured and name(move.to) == THRONE[PARTNER[me]] then
        add(effects, {counter = PARTNER[me] .. "-commander", set = NUMBER[me]})
        add(effects, {counter = me .. "-commander", set = 0})
    end
    score(effects, me, captured)
    use_die(effects, move)
    return effects
end

-- With two dice, each die moves a piece of its own kind.
--- With two dice, each die moves a piece of its own kind.
--- ru: При двух костях каждая движет фигурой своего вида.
function of_the_dice(move)
    return may_move(move.piece) or "no die that is left shows its kind"
end

-- The game is over: the team that has met the condition wins, or the team with more points.
local function decided(winner)
    if not on("scoring") then
        return winner and {winner = winner} or {result = "draw"}
    end
    local points = {}
    for i = 1, 2 do
        points[i] = counter(players[i] .. "-points") + counter(players[i + 2] .. "-points")
    end
    local text = points[1] .. " points to " .. points[2]
    if points[1] == points[2] then
        return {result = "draw", reason = text}
    end
    return {winner = players[points[1] > points[2] and 1 or 2], reason = text}
end

-- The other team when both players of a team have no such piece left.
local function winner_by(left)
    for i = 1, 2 do
        if left(players[i]) + left(players[i + 2]) == 0 then
            return players[3 - i]
        end
    end
end

--- A team that has lost both kings has lost, or points decide.
--- ru: Команда, потерявшая обоих королей, проиграла, либо решают очки.
--- goal: Capture both kings of the other team.
--- goal ru: Взять обоих королей другой команды.
function kings_taken()
    local winner = winner_by(function(player) return count(player, "king") end)
    return winner and decided(winner)
end

--- A team without a piece on the board has lost, or points decide.
--- ru: Команда, у которой на доске не осталось фигур, проиграла, либо решают очки.
--- goal: Capture all pieces of the other team.
--- goal ru: Взять все фигуры другой команды.
function all_taken()
    local winner = winner_by(count)
    return winner and decided(winner)
end

--- When no player has anything but kings the game is drawn, or points decide.
--- ru: Если ни у кого нет ничего, кроме королей, — ничья, либо решают очки.
function only_kings()
    for _, player in ipairs(players) do
        if count(player) > count(player, "king") then
            return nil
        end
    end
    return decided(nil)
end
