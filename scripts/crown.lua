-- Crown and Crown-2: the notes, castling of two monarchs, what happens when one of them falls, stones and mines.

local CROWNED = {"king", "dame"} -- what 1 and 2 in crown-white and crown-black mean
local FILES = {king = 5, dame = 4}

local function other(player)
    return player == players[1] and players[2] or players[1]
end

-- Live: before the first move each player writes down which of their monarchs wears the crown.
--- Before the first move each player secretly writes down which of their monarchs, the king or the dame, wears the
--- crown.
--- ru: Перед первым ходом каждый игрок тайно записывает, кто из его монархов, король или дама, носит корону.
function choices_of_crown()
    if counter("choosing") == 0 then
        return nil
    end
    local note = "crown-" .. side_to_move()
    return {
        {text = "crown-K", {counter = note, set = 1}, {counter = "choosing", add = -1}},
        {text = "crown-D", {counter = note, set = 2}, {counter = "choosing", add = -1}},
    }
end

local function all_empty(row, first, last)
    for f = first, last do
        if piece(cell(f, row)) then
            return false
        end
    end
    return true
end

-- Live: a monarch and a rook that have not moved castle over empty cells; attacks do not matter.
--- A monarch and a rook that have not moved castle over empty cells: the monarch goes two cells towards the rook,
--- and the rook leaps over the monarch; attacks do not matter.
--- ru: Не ходившие монарх и ладья рокируются через пустые поля: монарх идёт на два поля к ладье, а та перескакивает
--- через него; нападения не мешают.
function castlings()
    local me = side_to_move()
    local found, row = {}, me == "white" and 1 or 8
    for _, letter in ipairs({"k", "q"}) do
        local corner = letter == "k" and 8 or 1
        local way = letter == "k" and 1 or -1
        for _, monarch in ipairs(right(letter, me) and CROWNED or {}) do
            local f = FILES[monarch]
            local from = cell(f, row)
            if piece(from) == monarch and owner(from) == me and counter("moved-" .. monarch .. "-" .. me) == 0
                and all_empty(row, math.min(f, corner) + 1, math.max(f, corner) - 1) then
                local to = cell(f + 2 * way, row)
                table.insert(found, {
                    from = from, to = to,
                    {move = from, to = to}, {move = cell(corner, row), to = cell(f + way, row)},
                    {counter = "moved-" .. monarch .. "-" .. me, set = 1},
                })
            end
        end
    end
    return found
end

-- Live: a monarch that leaves its first cell cannot castle later.
--- A monarch that has left its first cell cannot castle any more.
--- ru: Монарх, покинувший исходное поле, больше не рокируется.
function monarch_moves(move)
    local state = "moved-" .. move.piece .. "-" .. move.owner
    local home = cell(FILES[move.piece], move.owner == "white" and 1 or 8)
    if move.from == home and counter(state) == 0 and (right("k", move.owner) or right("q", move.owner)) then
        return {{counter = state, set = 1}}
    end
end

local function crowned(player)
    return CROWNED[math.max(counter("crown-" .. player), 1)]
end

local function monarchs(player)
    return count(player, "king") + count(player, "dame")
end

-- What happens when a player loses this monarch and keeps so many others: the last one wears the crown.
local function falls(player, monarch, others)
    if monarch == crowned(player) or others == 0 then
        return {{counter = "lost", set = player == "white" and 1 or 2}}
    end
    local effects = {{counter = "open-" .. player, set = 1}}
    for c = 0, option("after_reveal") == "chess" and cells() - 1 or -1 do
        if owner(c) == player and piece(c) == crowned(player) then
            table.insert(effects, {transform = c, into = "lord"})
        end
    end
    return effects
end

-- Live: the note of a monarch's owner is opened.
--- When a monarch is captured its owner's note is opened: if that monarch wore the crown, the game is lost.
--- ru: Когда монарха берут, записка хозяина открывается: если корону носил он, партия проиграна.
function monarch_falls(move)
    return falls(move.captured_owner, move.captured, monarchs(move.captured_owner))
end

--- When a monarch is captured, all hear what its owner's note said.
--- ru: Когда монарха берут, всем объявляют, что было в записке его хозяина.
function umpire(move)
    local player = move.captured_owner
    if CROWNED[1] ~= move.captured and CROWNED[2] ~= move.captured then -- a mined stone
        if CROWNED[1] ~= move.piece and CROWNED[2] ~= move.piece then
            return nil
        end
        player = move.owner
    end
    return player .. "'s note said " .. crowned(player)
end

-- Live: the ending.
--- A player who has lost the monarch that wore the crown has lost.
--- ru: Потерявший монарха, который носил корону, проиграл.
--- goal: Capture the enemy monarch that secretly wears the crown.
--- goal ru: Взять того из монархов противника, который тайно носит корону.
function crown_lost()
    local lost = counter("lost")
    if lost > 0 then
        return {winner = other(players[lost])}
    end
end

-- Crown-2: a hook of the drops.
--- A player who has lost the monarch without the crown may place one to three of their stones as a turn.
--- ru: Потерявший некоронованного монарха может вместо хода поставить от одного до трёх своих камней.
function stones_wait(move)
    if monarchs(move.owner) > 1 then
        return "stones are placed only after the loss of a monarch"
    end
end

-- Crown-2: the captor of a mined stone has arrived on its cell.
--- A piece that captures a mined stone leaves the board with it; if it is a monarch, it counts as captured.
--- ru: Взявший заминированный камень уходит с доски вместе с ним; если это монарх, он считается взятым.
function mine_explodes(move)
    local effects = {}
    if move.piece == "lord" then -- a royal piece stays on the board, but its owner has lost
        return {{counter = "lost", set = move.owner == "white" and 1 or 2}}
    elseif move.piece == "king" or move.piece == "dame" then
        effects = falls(move.owner, move.piece, monarchs(move.owner) - 1)
    end
    table.insert(effects, {capture = move.to})
    return effects
end
