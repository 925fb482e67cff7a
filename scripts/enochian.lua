-- Enochian chess: shared thrones, kings in check, frozen and seized armies, waiting pawns, the concourse, the arrays.

local PARTNER, NUMBER = {}, {}
for i, player in ipairs(players) do
    PARTNER[player], NUMBER[player] = players[(i + 1) % 4 + 1], i
end
local THRONE = {yellow = cell("a8"), blue = cell("h8"), red = cell("h1"), black = cell("a1")}
local PAWN_OF = {queen = "pawn-of-queen", rook = "pawn-of-rook", bishop = "pawn-of-bishop", knight = "pawn-of-knight"}
local SHARED = {queen = "king-and-queen", rook = "king-and-rook", bishop = "king-and-bishop", knight = "king-and-knight"}
local KIND, BESIDE_KING = {}, {} -- the piece of a pawn; the piece beside the king
for kind, pawn in pairs(PAWN_OF) do
    KIND[pawn], BESIDE_KING[SHARED[kind]] = kind, kind
end
local CONCOURSE = {cell("d4"), cell("b2"), cell("b6"), cell("f6"), cell("f2")} -- the lower left cells
local FROZEN, PAWNS = 3, 4

local function count_all(player, kinds)
    local sum = 0
    for _, kind in pairs(kinds) do
        sum = sum + count(player, kind)
    end
    return sum
end

local function kings(player)
    return count(player, "king") + count_all(player, SHARED)
end

-- A king that shares a cell is still on its throne.
local function king_place(player)
    local throne = THRONE[player]
    local shared = BESIDE_KING[piece(throne)] and owner(throne) == player
    return shared and throne or pieces(player, "king")[1]
end

local function is_frozen(player)
    return counter(player .. "-missed") == FROZEN
end

local function is_enemy(player, other)
    return other ~= player and other ~= PARTNER[player]
end

local function neighbours(place)
    local list = {}
    for df = -1, 1 do
        for dr = -1, 1 do
            local there = cell(file(place) + df, rank(place) + dr)
            if there and there ~= place then
                table.insert(list, there)
            end
        end
    end
    return list
end

-- Whether the player's king may step there: no piece of its team is there, and no frozen one.
local function is_open(player, place)
    return not piece(place) or is_enemy(player, owner(place)) and not is_frozen(owner(place))
end

-- Whether an enemy attacks the cell. Kings on a shared throne attack too.
local function in_check(player, place)
    for _, enemy in ipairs(players) do
        local throne = THRONE[enemy]
        local near = math.max(math.abs(file(place) - file(throne)), math.abs(rank(place) - rank(throne))) == 1
        if is_enemy(player, enemy)
            and (attacked(place, enemy) or near and BESIDE_KING[piece(throne)] and owner(throne) == enemy) then
            return true
        end
    end
    return false
end

local function at_last_edge(player, place)
    local last = {yellow = rank(place) == 1, red = rank(place) == 8, blue = file(place) == 1, black = file(place) == 8}
    return last[player]
end

local LAST_EDGE = {} -- the cells of each player's last edge
for _, player in ipairs(players) do
    LAST_EDGE[player] = {}
    for place = 0, cells() - 1 do
        table.insert(LAST_EDGE[player], at_last_edge(player, place) and place or nil)
    end
end

-- An army that has but one pawn, its king and perhaps a queen or a bishop.
local function is_privileged(player)
    local others = count(player) - 2
    return count(player, "king") == 1 and count_all(player, PAWN_OF) == 1
        and (others == 0 or others == 1 and count(player, "queen") + count(player, "bishop") == 1)
end

local function add(effects, effect)
    table.insert(effects, effect)
end

-- What follows a capture. `still` is the cell of the captured piece while it stands there.
local function add_losses(effects, kind, player, still)
    if KIND[kind] and count_all(player, PAWN_OF) - (still and 1 or 0) == PAWNS - 1 then
        for _, place in ipairs(LAST_EDGE[player]) do
            local pawn = piece(place)
            if place ~= still and KIND[pawn] and owner(place) == player then
                add(effects, {transform = place, into = KIND[pawn]})
            end
        end
    elseif kind == "king" or BESIDE_KING[kind] then
        if counter(player .. "-commander") == 0 then
            add(effects, {counter = player .. "-missed", set = FROZEN})
        end
        if counter(PARTNER[player] .. "-commander") == NUMBER[player] then
            add(effects, {counter = PARTNER[player] .. "-commander", set = 0})
        end
    end
end

-- The other cells of the block in which bishops or queens of all four armies have met.
local function concourse(kind, place)
    for _, corner in ipairs(CONCOURSE) do
        local others, armies, seen = {}, 0, {}
        local across, up = file(place) - file(corner), rank(place) - rank(corner)
        local within = across >= 0 and across < 2 and up >= 0 and up < 2
        for i = 0, within and 3 or -1 do
            local there = cell(file(corner) + i % 2, rank(corner) + i // 2)
            local player = armies == i and piece(there) == kind and owner(there)
            if player and not seen[player] and not is_frozen(player) then
                armies, seen[player] = armies + 1, true
                if there ~= place then
                    table.insert(others, there)
                end
            end
        end
        if armies == 4 and #others == 3 then
            return others
        end
    end
    return {}
end

--- A king that shares its throne with a piece steps to a neighbouring cell, written as Ka8b7.
--- ru: Король, который делит трон с фигурой, идёт на соседнее поле; это пишется как Ka8b7.
function leave_throne(move)
    local me, from, list = move.owner, move.from, {}
    for _, to in ipairs(neighbours(from)) do
        if is_open(me, to) then
            local one = {text = "K" .. name(from) .. name(to), from = from, to = to,
                {transform = from, into = BESIDE_KING[move.piece]}}
            if piece(to) then
                add(one, {capture = to})
                add_losses(one, piece(to), owner(to), to)
            end
            add(one, {put = to, piece = "king", owner = me})
            add(list, one)
        end
    end
    return list
end

--- King and piece leave a shared throne one by one; a capture there takes both. When a king is captured its army is
--- frozen: it stays, but neither moves nor attacks, and cannot be captured. A king that comes to its ally's throne
--- commands the allied army from then on, and a frozen one revives; if that king is captured, the command ends. A
--- pawn on its last edge changes into its kind once its owner has lost a pawn. A bishop's or queen's move after which
--- four of its kind, one of each army, fill d4-e5, b2-c3, b6-c7, f6-g7 or f2-g3 captures the other three.
--- ru: Король и фигура сходят с общего трона по одному, взятие на нём берёт обоих. Войско, потерявшее короля,
--- замирает: стоит, не ходит, не бьёт, и взять его нельзя. Король, пришедший на трон союзника, с этих пор командует и
--- его войском, а замершее оживает; с гибелью этого короля власть кончается. Пешка на последней линии становится
--- своей фигурой, когда её хозяин потерял хотя бы одну пешку. Ход слона или ферзя, после которого четыре таких
--- фигуры, по одной из каждого войска, занимают d4-e5, b2-c3, b6-c7, f6-g7 или f2-g3, берёт три остальные.
function settle(move)
    local effects, me, ally = {}, move.owner, PARTNER[move.owner]
    if BESIDE_KING[move.piece] then
        add(effects, {put = move.from, piece = "king", owner = me})
    end
    if move.captured then
        add_losses(effects, move.captured, move.captured_owner)
    end
    if KIND[move.piece] and at_last_edge(me, move.to) and count_all(me, PAWN_OF) < PAWNS and not is_privileged(me) then
        add(effects, {transform = move.to, into = KIND[move.piece]})
    end
    if move.becomes == "bishop" or move.becomes == "queen" then
        for _, place in ipairs(concourse(move.becomes, move.to)) do
            if option("concourse") == "zalewski" and owner(place) == ally then
                add(effects, {give = place, to = me})
            else
                add(effects, {capture = place})
                add(effects, {halfmove_clock = 0})
            end
        end
    end
    if move.piece == "king" and move.to == THRONE[ally] then
        add(effects, {counter = ally .. "-commander", set = NUMBER[me]})
        add(effects, {counter = me .. "-commander", set = 0})
        if is_frozen(ally) then
            add(effects, {counter = ally .. "-missed", set = 0})
        end
    end
    return effects
end

--- The last pawn of an army that has nothing else but its king and perhaps a queen or a bishop becomes a queen, rook,
--- bishop or knight at choice; if the army has that piece, the piece turns back into the pawn of its kind.
--- ru: Последняя пешка войска, у которого кроме неё только король и, может быть, ферзь или слон, становится ферзём,
--- ладьёй, слоном или конём по выбору; если такая фигура есть, та снова становится своей пешкой.
function privilege(move)
    if not at_last_edge(move.owner, move.to) or not is_privileged(move.owner) then
        return nil
    end
    local list = {}
    for letter, kind in pairs({q = "queen", r = "rook", b = "bishop", n = "knight"}) do
        local one = {text = letter}
        for place = 0, cells() - 1 do
            if piece(place) == kind and owner(place) == move.owner then
                add(one, {transform = place, into = PAWN_OF[kind]})
            end
        end
        add(one, {transform = move.to, into = kind})
        add(list, one)
    end
    return list
end

-- Before the move. Nothing is asked about it, so all this is asked once a position.
--- A king that is attacked must step somewhere, even to an attacked cell; other moves are allowed only if every cell
--- around it is off the board or holds a piece of its team or a frozen piece, and then any move is.
--- ru: Король под боем обязан куда-нибудь пойти, хотя бы и под бой; иначе ходить можно, только если все поля вокруг него за
--- краем доски или заняты своими, союзными или замершими фигурами, и тогда как угодно.
function flee()
    local me = side_to_move()
    local place = king_place(me)
    if not place or not in_check(me, place) then
        return true
    end
    for _, there in ipairs(neighbours(place)) do
        if is_open(me, there) then
            return "the king is attacked and must move"
        end
    end
end

--- A king that is not attacked may not be left attacked.
--- ru: Короля не под боем нельзя оставить под боем.
function heed_check(move)
    local me = move.owner
    local place = king_place(me)
    if not place or not in_check(me, place) then
        return true
    end
    local steps = move.piece == "king" or not move.piece -- listed: it leaves a shared throne
    return before(in_check, me, steps and move.from or place) or "the king would be attacked"
end

--- A team that has lost both kings has lost.
--- ru: Команда, потерявшая обоих королей, проиграла.
--- goal: Capture both kings of the other team.
--- goal ru: Взять обоих королей другой команды.
function kings_captured()
    for i = 1, 2 do
        if kings(players[i]) + kings(players[i + 2]) == 0 then
            return {winner = players[3 - i]}
        end
    end
end

--- When both armies of a team are bare kings the game is drawn.
--- ru: Если от обоих войск одной команды остались одни короли, — ничья.
function bare_kings()
    for i = 1, 2 do
        local one, other = players[i], players[i + 2]
        if count(one) == 1 and count(other) == 1 and count(one, "king") == 1 and count(other, "king") == 1 then
            return {result = "draw"}
        end
    end
end

local function is_stalemated(player)
    return counter(player .. "-missed") == 2 and kings(player) > 0 and not in_check(player, king_place(player))
end

-- The player who moved last: no frozen army has.
local function last_player()
    local now = NUMBER[side_to_move()]
    for back = 1, 3 do
        local player = players[(now - back - 1) % 4 + 1]
        if not is_frozen(player) then
            return player
        end
    end
    return side_to_move()
end

--- An army that is not in check and misses its turn draws the game if its ally is stalemated or frozen, or if its king
--- stands on the ally's throne.
--- ru: Если войско не под шахом пропускает ход, а союзник запатован или замер, либо король этого войска стоит на троне
--- союзника, — ничья.
function stalemate()
    local player = last_player()
    local ally = PARTNER[player]
    if is_stalemated(player)
        and (is_frozen(ally) or is_stalemated(ally) or king_place(player) == THRONE[ally]) then
        return {result = "draw"}
    end
end

-- By setting: what stands on the four cells from the throne on.
local ORDERS = {
    fire = {earth = "rbqn", air = "brnq", water = "qnrb", fire = "nqbr"},
    air = {earth = "rnqb", air = "bqnr", water = "qbrn", fire = "nrbq"},
}
ORDERS.earth, ORDERS.water = ORDERS.fire, ORDERS.air
local FIRST = {air = "y", fire = "r", water = "b", earth = "k"}
local ROWS = { -- the first cell, the way along the edge and the way ahead
    y = {1, 8, 1, 0, 0, -1}, b = {8, 8, 0, -1, -1, 0}, r = {8, 1, -1, 0, 0, 1}, k = {1, 1, 0, 1, 1, 0},
}

-- Staged: the array of the board and the setting.
function array()
    local order, tokens = ORDERS[option("board")][option("setting")], {}
    for letter, row in pairs(ROWS) do
        for i = 0, 3 do
            local kind = string.upper(string.sub(order, i + 1, i + 1))
            local f, r = row[1] + i * row[3], row[2] + i * row[4]
            tokens[f + 8 * r] = letter .. (i == 0 and "K+" or "") .. kind
            tokens[f + row[5] + 8 * (r + row[6])] = letter .. "P" .. kind
        end
    end
    local ranks = {}
    for r = 8, 1, -1 do
        local row = {}
        for f = 1, 8 do
            row[f] = tokens[f + 8 * r] or "1"
        end
        table.insert(ranks, table.concat(row, ","))
    end
    return table.concat(ranks, "/") .. " " .. FIRST[option("board")] .. " - - 0 1"
end
