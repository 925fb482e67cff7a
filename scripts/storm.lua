-- Storm on the chessboard. `used`: 0, this turn may still use a card; 1, it may not; 2, a kidnapping is to be chosen; 3, it
-- is to be claimed. `played` is the number of a card that was carried out before the move. `draw`: cards are due. The
-- states with `memo` say how to take such a card back.

local CARDS = {"U", "T", "A", "N", "K", "O", "H", "H"}
local LETTERS = {"U", "T", "A", "N", "K", "O", "H"}
local KIDNAPPING, OFFENCE, HIDDEN_SQUARE = 5, 6, 7
local TYPES = {"pawn", "knight", "bishop", "rook", "queen"}
local PROMOTED = {{"q", "queen"}, {"r", "rook"}, {"b", "bishop"}, {"n", "knight"}}
local RIGHTS = {{"k", players[1], 1}, {"q", players[1], 2}, {"k", players[2], 4}, {"q", players[2], 8}}
local OTHER = {[players[1]] = players[2], [players[2]] = players[1]}
local UP = {[players[1]] = 1, [players[2]] = -1}
local HAND, TRAPS, DECK, TYPE_NUMBER = {}, {}, {}, {}
for _, player in ipairs(players) do
    HAND[player], TRAPS[player] = {}, {}
    for i = 1, 5 do HAND[player][i] = player .. "-" .. i end
    for i = 1, 6 do TRAPS[player][i] = player .. "-trap-" .. i end
end
for i = 1, 14 do DECK[i] = "deck-" .. i end
for i, kind in ipairs(TYPES) do TYPE_NUMBER[kind] = i end

-- Staged: ten cards of a shuffled pack are dealt in turn; the others are the deck.
function deal(number)
    local pack, seed = {}, number
    for i = 1, 24 do pack[i] = (i + 2) // 3 end
    for i = 24, 2, -1 do
        seed = (seed * 1103515245 + 12345) % 2147483648
        local k = seed // 65536 % i + 1
        pack[i], pack[k] = pack[k], pack[i]
    end
    local fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    for i = 1, 10 do fen = fen .. " " .. HAND[players[2 - i % 2]][(i + 1) // 2] .. "=" .. pack[i] end
    for i = 1, 14 do fen = fen .. " " .. DECK[i] .. "=" .. pack[10 + i] end
    return fen
end

local function add(list, more)
    for _, entry in ipairs(more) do
        table.insert(list, entry)
    end
    return list
end

local function set(name, value)
    return {counter = name, set = value}
end

local function ahead(c, player, steps)
    return cell(file(c), rank(c) + steps * UP[player])
end

local function is_enemy(c, me)
    return c and owner(c) == OTHER[me] and piece(c) ~= "king"
end

-- Where cards lie in the hand, by their letters, and how many there are.
local function hand(player)
    local slots, count = {}, 0
    for _, slot in ipairs(HAND[player]) do
        local card = counter(slot)
        count = count + (card ~= 0 and 1 or 0)
        local letter = CARDS[card] or ""
        slots[letter] = slots[letter] or slot
    end
    return slots, count
end

-- The effects that let the same player draw, if the hand has so few cards.
local function drawing(player, cards)
    for i = 1, cards < 5 and 14 or 0 do
        if counter(DECK[i]) ~= 0 then
            return {set("draw", 1), {next_player = player}}
        end
    end
    return {}
end

-- The effects, and those of an enemy's hidden square where a piece has arrived.
local function sprung(effects, at, me)
    for _, trap in ipairs(TRAPS[OTHER[me]]) do
        if counter(trap) == at + 1 then
            local all = add(add({}, effects), {{capture = at}, {halfmove_clock = 0}, set(trap, 0)})
            return check(me, all) and effects or all
        end
    end
    return effects
end

-- Whether a pawn stands ready to capture en passant there.
local function is_open(c, me)
    for _, side in ipairs(en_passant(c) and {-1, 1} or {}) do
        local from = cell(file(c) + side, rank(c) - UP[me])
        if from and piece(from) == "pawn" and owner(from) ~= OTHER[me] then
            return true
        end
    end
    return false
end

-- What a card before the move does besides its effect.
local function played(me, slot, card)
    local rights, ep = 0, 0
    for _, one in ipairs(RIGHTS) do
        rights = rights + (right(one[1], one[2]) and one[3] or 0)
    end
    for f = 1, 8 do
        local c = cell(f, me == players[1] and 6 or 3)
        ep = is_open(c, me) and c + 1 or ep
    end
    return {set(slot, 0), set("used", 1), set("played", card), set("memo-rights", rights), set("memo-ep", ep),
        {next_player = me}}
end

-- The en passant capture that a card interrupted is possible again, unless its pawn is gone.
local function open_again(me, gone)
    local c = counter("memo-ep") - 1
    local pawn = c >= 0 and ahead(c, me, -1)
    return pawn and piece(pawn) and pawn ~= gone and {{en_passant = c, by = pawn}} or {}
end

local function forget()
    return {set("used", 0), set("played", 0), set("memo", 0), set("memo-type", 0), set("memo-rights", 0), set("memo-ep", 0)}
end

-- All ways to carry off a piece of `player`, with the effects that `effects_of(from, number)` gives for each.
local function kidnappings(player, prefix, effects_of)
    local list = {}
    for from = 0, cells() - 1 do
        local kind = owner(from) == player and piece(from)
        for to = 0, kind and kind ~= "king" and effects_of(from, 0) and cells() - 1 or -1 do
            if not piece(to) and (kind ~= "pawn" or (rank(to) > 1 and rank(to) < 8)) then
                local one = {text = prefix .. name(from) .. "-" .. name(to), from = from, to = to}
                table.insert(list, add(one, effects_of(from, 64 * from + to + 1)))
            end
        end
    end
    return list
end

-- A piece may be carried off if its enemy has a move after its loss.
local function chosen(me)
    local allowed = {}
    return function(from, number)
        if allowed[from] == nil then
            allowed[from] = not no_moves(me, {{capture = from}})
        end
        return allowed[from] and {set(me .. "-kidnap", number), set("used", 3), {next_player = OTHER[me]}}
    end
end

-- An engine that does not know the number may have drawn one at random: then the next piece was carried off.
local function claimed(me)
    local enemy = OTHER[me]
    local number = math.max(counter(enemy .. "-kidnap"), 1)
    local at = (number - 1) // 64
    while not is_enemy(at, enemy) do
        at = (at + 1) % cells()
        number = 64 * at + 1
    end
    local over = {set(enemy .. "-kidnap", 0), set("used", 1), {next_player = enemy}}
    local correct = add(open_again(enemy), over)
    local wrong = {{capture = at}, {halfmove_clock = 0}, set("memo", at + 1), set("memo-type", TYPE_NUMBER[piece(at)] or 0)}
    add(add(wrong, open_again(enemy, at)), over)
    return function(_, claim)
        return claim == number and correct or wrong
    end
end

--- K, kidnapping: the player secretly carries an enemy piece, not the king, to an empty square, a pawn to ranks 2 to 7.
--- The opponent claims where it stood and where it is now. If that is right it goes back, else it is captured. At the
--- end of a turn the player draws up to five cards, while the deck has any.
--- ru: K, похищение: игрок тайно переносит вражескую фигуру, кроме короля, на пустое поле, пешку — на 2–7-ю горизонталь.
--- Противник говорит, где она была и где теперь. Если угадал, она возвращается, если нет — она взята. В конце хода
--- игрок добирает карты до пяти, пока они есть в колоде.
function forced()
    local me, used = side_to_move(), counter("used")
    if used == 2 then
        return kidnappings(OTHER[me], "K:", chosen(me))
    elseif used == 3 then
        return kidnappings(me, "claim:", claimed(me))
    elseif counter("draw") == 0 then
        return nil
    end
    local move, next_card = {text = "draw", set("draw", 0)}, 1
    for _, slot in ipairs(HAND[me]) do
        while counter(slot) == 0 and next_card <= 14 and counter(DECK[next_card]) == 0 do
            next_card = next_card + 1
        end
        if counter(slot) == 0 and next_card <= 14 then
            add(move, {set(slot, counter(DECK[next_card])), set(DECK[next_card], 0)})
            next_card = next_card + 1
        end
    end
    return {add(move, used == 1 and {{next_player = me}} or {})}
end

-- The enemies in front of a pawn that it pushes, as effects; nil where it cannot.
local function push(from, me)
    local row, c = {}, ahead(from, me, 1)
    while is_enemy(c, me) do
        table.insert(row, c)
        c = ahead(c, me, 1)
    end
    if #row == 0 or (c and piece(c)) then
        return nil
    end
    local effects = {}
    for i = #row, 1, -1 do
        local to = ahead(row[i], me, 1)
        table.insert(effects, to and {move = row[i], to = to} or {capture = row[i]})
    end
    return effects
end

local function is_surrounded(c)
    for x = -1, 1 do
        for y = -1, 1 do
            local near = (x == 0 or y == 0 or option("paratrooper_ring") == "all8") and cell(file(c) + x, rank(c) + y)
            if near and near ~= c and not piece(near) then
                return false
            end
        end
    end
    return not piece(c) and rank(c) > 1 and rank(c) < 8
end

--- Each player has five cards, hidden from the other one. Once a turn a player may play a card or discard one
--- (`discard:U`).
--- U, T, A and N are played instead of a move. U, push: a pawn steps straight onto an enemy piece, which is shoved one
--- square ahead with all enemies in a row behind it; the last one may leave the board. There must be no king, own or
--- neutral piece in the row. T, paratrooper: a pawn is put on an empty square of ranks 2 to 7 whose neighbours beside,
--- before and behind it are occupied. A, ambition: a pawn jumps over the enemy piece in front of it to the empty square
--- behind and captures it. N, neutrality: an enemy piece becomes neutral.
--- K, O and H are played before the move. O, unexpected offence: an enemy pawn is removed. H, hidden square: the player
--- notes an empty square; the first enemy piece that ends its turn there is removed, unless that would leave its king
--- in check. No card touches a king.
--- ru: У каждого пять карт, скрытых от противника. Раз в ход можно сыграть карту или сбросить её (`discard:U`).
--- U, T, A и N играют вместо хода. U, толчок: пешка шагает прямо на вражескую фигуру, и та сдвигается на поле вперёд вместе
--- со всеми врагами, стоящими за ней подряд; последняя может слететь с доски. В ряду не должно быть короля, своей или
--- нейтральной фигуры. T, десант: пешку ставят на пустое поле 2–7-й горизонтали, у которого заняты соседние поля спереди,
--- сзади и по бокам. A, честолюбие: пешка перескакивает через вражескую фигуру перед собой на пустое поле за ней и берёт
--- её. N, нейтралитет: вражеская фигура становится нейтральной.
--- K, O и H играют перед ходом. O, внезапная обида: снимают вражескую пешку. H, скрытое поле: игрок тайно записывает
--- пустое поле; первую вражескую фигуру, закончившую там ход, снимают, если её король от этого не окажется под шахом.
--- Королей карты не трогают.
function cards()
    local me, list = side_to_move(), {}
    local slots, count = hand(me)
    if counter("used") ~= 0 or counter("draw") ~= 0 or count == 0 or no_moves() then
        return nil
    end
    local enemy = OTHER[me]
    local function instead(letter, text, effects, from, to)
        if check(me, effects) then
            return
        end
        local move = {text = letter .. ":" .. text, from = from, to = to, set(slots[letter], 0)}
        if no_moves(enemy, effects) then
            local due = drawing(me, count - 1)
            add(add(move, {set("used", 1)}), #due > 0 and due or {{next_player = me}})
        else
            add(add(move, effects), drawing(me, count - 1))
        end
        table.insert(list, move)
    end
    local function advance(letter, effects, from, to)
        effects = add(effects, {{move = from, to = to}, {halfmove_clock = 0}})
        for _, form in ipairs((rank(to) == 8 or rank(to) == 1) and PROMOTED or {}) do
            local promoting = add(add({}, effects), {{transform = to, into = form[2]}})
            instead(letter, name(from) .. form[1], sprung(promoting, to, me), from, to)
        end
        if rank(to) > 1 and rank(to) < 8 then
            instead(letter, name(from), sprung(effects, to, me), from, to)
        end
    end
    local carries_off = false
    local offence = slots.O and played(me, slots.O, OFFENCE)
    for c = 0, cells() - 1 do
        local front = owner(c) == me and piece(c) == "pawn" and ahead(c, me, 1)
        local shoved = slots.U and front and push(c, me)
        if shoved then
            advance("U", shoved, c, front)
        end
        local far = slots.A and front and is_enemy(front, me) and ahead(c, me, 2)
        if far and not piece(far) then
            advance("A", {{capture = front}}, c, far)
        end
        for from = 0, slots.T and is_surrounded(c) and cells() - 1 or -1 do
            if owner(from) == me and piece(from) == "pawn" then
                local effects = {{move = from, to = c}, {halfmove_clock = 0}}
                instead("T", name(from) .. "-" .. name(c), sprung(effects, c, me), from, c)
            end
        end
        if slots.N and is_enemy(c, me) then
            instead("N", name(c), {{give = c, to = "nobody"}}, c, c)
        end
        if offence and owner(c) == enemy and piece(c) == "pawn" and not no_moves(me, {{capture = c}}) then
            table.insert(list, add({text = "O:" .. name(c), from = c, to = c, {capture = c}, set("memo", c + 1)}, offence))
        end
        carries_off = carries_off or (slots.K and is_enemy(c, me) and not no_moves(me, {{capture = c}}))
    end
    if carries_off then
        table.insert(list, add({text = "K"}, add(played(me, slots.K, KIDNAPPING), {set("used", 2)})))
    end
    local free = 1
    while counter(TRAPS[me][free]) ~= 0 and free < 6 do
        free = free + 1
    end
    local hidden = slots.H and add(played(me, slots.H, HIDDEN_SQUARE), {set("memo", free)})
    for c = 0, hidden and cells() - 1 or -1 do
        if not piece(c) then
            table.insert(list, add({text = "H:" .. name(c), from = c, to = c, set(TRAPS[me][free], c + 1)}, hidden))
        end
    end
    for _, letter in ipairs(LETTERS) do
        if slots[letter] then
            table.insert(list, {text = "discard:" .. letter, set(slots[letter], 0), set("used", 1), {next_player = me}})
        end
    end
    return list
end

-- The position before the card that was played before this move.
local function taken_back(move, me, rook, corner)
    local effects, card, memo = {}, counter("played"), counter("memo")
    if move.becomes ~= move.piece then
        table.insert(effects, {transform = move.to, into = move.piece})
    end
    table.insert(effects, {move = move.to, to = move.from})
    if rook then
        table.insert(effects, {move = rook, to = corner})
    elseif move.captured then
        table.insert(effects, {put = move.captured_at, piece = move.captured, owner = move.captured_owner})
    end
    if card == HIDDEN_SQUARE then
        table.insert(effects, set(TRAPS[me][memo], 0))
    elseif memo > 0 then
        local kind = card == OFFENCE and "pawn" or TYPES[counter("memo-type")]
        table.insert(effects, {put = memo - 1, piece = kind, owner = OTHER[me]})
    end
    for _, one in ipairs(RIGHTS) do
        if counter("memo-rights") // one[3] % 2 == 1 then
            table.insert(effects, {right = one[1], owner = one[2], set = true})
        end
    end
    return effects
end

--- A card may not lead straight to mate or stalemate. If a turn with a card leaves the opponent without a move on the
--- board, the position before the card is restored, the card is discarded, and the player draws another one and moves
--- without a card.
--- ru: Карта не должна вести прямо к мату или пату. Если после хода с картой противнику нечем ходить на доске, позиция
--- до карты восстанавливается, карта сброшена, а игрок берёт другую и ходит без карты.
function after_move(move)
    local me, used, effects = side_to_move(), counter("used"), {}
    local _, count = hand(me)
    if not piece(move.to) then
        return nil -- the second half of a castling: the first one has settled everything
    end
    local wing = move.piece == "king" and file(move.to) - file(move.from) or 0
    local rook = math.abs(wing) == 2 and cell(wing > 0 and 6 or 4, rank(move.to)) or nil
    if rook or (move.owner == me and move.piece ~= "king") then
        effects = sprung(effects, rook or move.to, me)
    end
    local due = drawing(me, count)
    if (used == 0 and #due == 0) or check(me, effects) then
        return effects
    elseif counter("played") > 0 and no_moves(OTHER[me], effects) then
        effects = taken_back(move, me, rook, rook and cell(wing > 0 and 8 or 1, rank(move.to)))
        add(add(add(effects, forget()), {set("used", 1)}), open_again(me))
        return add(effects, #due > 0 and due or {{next_player = me}})
    end
    return add(add(add({}, effects), used ~= 0 and forget() or {}), due)
end
