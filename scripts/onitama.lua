-- Onitama: cards say how pieces move. Steps are to the right and ahead, as the holder of the card sees them.

local CARDS = {
    {name = "tiger", letter = "t", stamp = "b", {0, 2}, {0, -1}},
    {name = "crab", letter = "c", stamp = "b", {-2, 0}, {2, 0}, {0, 1}},
    {name = "monkey", letter = "k", stamp = "b", {1, 1}, {1, -1}, {-1, 1}, {-1, -1}},
    {name = "crane", letter = "n", stamp = "b", {0, 1}, {-1, -1}, {1, -1}},
    {name = "dragon", letter = "d", stamp = "w", {-2, 1}, {2, 1}, {-1, -1}, {1, -1}},
    {name = "elephant", letter = "e", stamp = "w", {-1, 0}, {1, 0}, {-1, 1}, {1, 1}},
    {name = "mantis", letter = "a", stamp = "w", {-1, 1}, {1, 1}, {0, -1}},
    {name = "boar", letter = "b", stamp = "w", {-1, 0}, {1, 0}, {0, 1}},
    {name = "frog", letter = "f", stamp = "w", {-2, 0}, {-1, 1}, {1, -1}},
    {name = "goose", letter = "g", stamp = "b", {-1, 1}, {-1, 0}, {1, 0}, {1, -1}},
    {name = "horse", letter = "h", stamp = "w", {-1, 0}, {0, 1}, {0, -1}},
    {name = "eel", letter = "l", stamp = "b", {-1, 1}, {-1, -1}, {1, 0}},
    {name = "rabbit", letter = "r", stamp = "b", {2, 0}, {1, 1}, {-1, -1}},
    {name = "rooster", letter = "o", stamp = "w", {1, 1}, {1, 0}, {-1, 0}, {-1, -1}},
    {name = "ox", letter = "x", stamp = "b", {1, 0}, {0, 1}, {0, -1}},
    {name = "cobra", letter = "v", stamp = "w", {1, 1}, {1, -1}, {-1, 0}},
}

-- The numbers of the cards that the player holds: two.
local function hand_of(player)
    local held = {}
    for number, card in ipairs(CARDS) do
        if #held < 2 and in_hand(player, card.name) > 0 then
            table.insert(held, number)
        end
    end
    return held
end

-- Where the card takes a piece from the cell; nil where an own piece stands there or the board ends.
local function goal(from, step, player)
    local way = player == "red" and 1 or -1
    local to = cell(file(from) + way * step[1], rank(from) + way * step[2])
    return to and owner(to) ~= player and to or nil
end

-- The used card goes to the middle, the card from there to the player.
local function exchange(effects, number, player)
    local middle = counter("middle")
    table.insert(effects, {hand = player, piece = CARDS[number].name, add = -1})
    if middle > 0 then
        table.insert(effects, {hand = player, piece = CARDS[middle].name, add = 1})
    end
    table.insert(effects, {counter = "middle", set = number})
    return effects
end

local function can_move(held, player)
    for _, from in ipairs(pieces(player)) do
        for _, number in ipairs(held) do
            for _, step in ipairs(CARDS[number]) do
                if goal(from, step, player) then
                    return true
                end
            end
        end
    end
    return false
end

--- A player chooses one of their two cards and moves a piece to one of the cells that it shows, over other pieces if need be, and
--- captures an enemy there. The used card then goes to the middle, and the card that lay there into the player's hand. A move must
--- be made if there is one; if there is none, the player still exchanges a card. All cards are open, and there is no check.
--- ru: Игрок выбирает одну из двух своих карт и ставит фигуру на одно из показанных полей, хотя бы и через другие фигуры, и берёт там
--- ru: врага. Затем сыгранная карта ложится в середину, а лежавшая там переходит в руку. Если ход есть, ходить надо; если нет, игрок
--- ru: всё равно меняет карту. Все карты открыты, шахов нет.
--- goal: Capture the enemy master, or bring one's own to the enemy temple.
--- goal ru: Взять вражеского мастера или привести своего во вражеский храм.
function by_card(move)
    local list, held = {}, hand_of(move.owner)
    for _, number in ipairs(held) do
        for _, step in ipairs(CARDS[number]) do
            local to = goal(move.from, step, move.owner)
            if to then
                local one = {text = CARDS[number].name .. ":" .. name(move.from) .. name(to), to = to}
                if piece(to) then
                    table.insert(one, {capture = to})
                end
                table.insert(one, {move = move.from, to = to})
                table.insert(list, exchange(one, number, move.owner))
            end
        end
    end
    if #list == 0 and move.piece == "master" and not can_move(held, move.owner) then
        for _, number in ipairs(held) do
            table.insert(list, exchange({text = CARDS[number].name}, number, move.owner))
        end
    end
    return list
end

-- The pair of the number among the first `count` numbers, in the order 1-2, 1-3 ... 2-3 ...
local function pair(number, count)
    local first = 1
    while number >= count - first do
        number = number - (count - first)
        first = first + 1
    end
    return first, first + number + 1
end

--- Five of the sixteen cards are dealt: two to each player and one to the middle. The stamp of the card in the middle says who begins.
--- ru: Раздают пять карт из шестнадцати: по две игрокам и одну в середину. Знак на средней карте говорит, кто начинает.
function deal(number)
    local left = {}
    for i = 1, #CARDS do
        table.insert(left, i)
    end
    local r1, r2 = pair(number % 120, 16)
    local red2, red1 = table.remove(left, r2), table.remove(left, r1)
    local b1, b2 = pair(number // 120 % 91, 14)
    local blue2, blue1 = table.remove(left, b2), table.remove(left, b1)
    local middle = left[number // 10920 + 1]
    return "ssmss/5/5/5/SSMSS[" .. string.upper(CARDS[red1].letter .. CARDS[red2].letter) .. CARDS[blue1].letter ..
        CARDS[blue2].letter .. "] " .. CARDS[middle].stamp .. " - - 0 1 middle=" .. middle
end
