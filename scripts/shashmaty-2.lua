-- Shashmaty-2: every unit is a draughtsman as well, and one turn may mix jumps and chess captures.

-- Diagonals first, White's forward ones before the others. The opposite of a way, by its number.
local WAYS = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}}
local OPPOSITE = {4, 3, 2, 1, 6, 5, 8, 7}
local LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local LETTER = {
    king = "K", queen = "Q", rook = "R", bishop = "B", knight = "N", pawn = "P",
    ["king-dama"] = "+K", ["rook-dama"] = "+R", ["bishop-dama"] = "+B", ["knight-dama"] = "+N",
}
local CHESS = {["king-dama"] = "king", ["rook-dama"] = "rook", ["bishop-dama"] = "bishop", ["knight-dama"] = "knight"}
local DAMA = {king = "king-dama", rook = "rook-dama", bishop = "bishop-dama", knight = "knight-dama"}
local ENEMY = {white = "black", black = "white"}
local LISTED_MAX, JUDGED_MAX = 200, 80 -- sequences; a call that only judges a move must be shorter

-- The next cell of each way, or false, and the cells a knight's move away.
local NEXT, LEAPT = {}, {}
for from = 0, cells() - 1 do
    NEXT[from], LEAPT[from] = {}, {}
    for i, way in ipairs(WAYS) do
        NEXT[from][i] = cell(file(from) + way[1], rank(from) + way[2]) or false
    end
    for _, way in ipairs(LEAPS) do
        table.insert(LEAPT[from], cell(file(from) + way[1], rank(from) + way[2]))
    end
end

-- The board, without the unit that moves. Jumped units stay until the end and belong to nobody. What a unit is is asked
-- only where that matters.
local kinds, owners, damas, mover = {}, {}, {}, nil

-- Whether a turn that begins with a jump leaves the king safe.
local some_safe

local function is_king(kind)
    return kind == "king" or kind == "king-dama"
end

local function is_far(kind)
    return kind == "queen" or CHESS[kind] ~= nil
end

-- Reads the position.
local function read_board()
    mover, kinds, owners, damas = side_to_move(), {}, {}, {}
    for _, player in ipairs(players) do
        for _, c in ipairs(pieces(player)) do
            owners[c] = player
        end
    end
    for kind in pairs(option("piece_dama") == "yes" and CHESS or {}) do
        for _, c in ipairs(pieces(mover, kind)) do
            damas[c] = true
        end
    end
    for _, c in ipairs(pieces(mover, "queen")) do
        damas[c] = true
    end
end

local function kind_on(c)
    kinds[c] = kinds[c] or piece(c)
    return kinds[c]
end

-- Whether a unit of the player captures as in chess so many cells away, that way.
local function captures(kind, i, steps, player)
    kind = CHESS[kind] or kind
    if kind == "pawn" then
        return steps == 1 and i <= 4 and (i <= 2) == (player == "white")
    end
    return kind == "queen" or (kind == "bishop" and i <= 4) or (kind == "rook" and i > 4) or (kind == "king" and steps == 1)
end

-- The enemies that the unit of the player to move may capture as in chess.
local function chess_captures(from, kind)
    local found, knight = {}, (CHESS[kind] or kind) == "knight"
    for _, to in ipairs(knight and LEAPT[from] or {}) do
        table.insert(found, owners[to] == ENEMY[mover] and to or nil)
    end
    for i = 1, knight and 0 or 8 do
        local at, steps = NEXT[from][i], 1
        while at and not owners[at] do
            at, steps = NEXT[at][i], steps + 1
        end
        if at and owners[at] == ENEMY[mover] and captures(kind, i, steps, mover) then
            table.insert(found, at)
        end
    end
    return found
end

-- Whether an enemy would attack a king there by a chess move, once the jumped units are gone.
local function is_attacked(king)
    for _, from in ipairs(LEAPT[king]) do
        if owners[from] == ENEMY[mover] and (CHESS[kind_on(from)] or kind_on(from)) == "knight" then
            return true
        end
    end
    for i = 1, 8 do
        local at, steps = NEXT[king][i], 1
        while at and (not owners[at] or owners[at] == "nobody") do
            at, steps = NEXT[at][i], steps + 1
        end
        if at and owners[at] == ENEMY[mover] and captures(kind_on(at), OPPOSITE[i], steps, owners[at]) then
            return true
        end
    end
    return false
end

-- What a unit that arrives there may become.
local function forms(to, kind)
    if rank(to) ~= (mover == "white" and 8 or 1) then
        return {kind}
    elseif kind == "pawn" then
        return option("promotion") == "any" and {"queen", "rook", "bishop", "knight"} or {"queen"}
    end
    return {option("piece_dama") == "yes" and DAMA[kind] or kind}
end

-- The jumps of a unit, each with the enemy and the landing; `far`: of a dama; `one`: only the first.
local function all_jumps(from, far, one)
    local found = {}
    for i = 1, 4 do
        local over = NEXT[from][i]
        while far and over and not owners[over] do
            over = NEXT[over][i]
        end
        local backwards = (i > 2) == (mover == "white")
        if not over or owners[over] ~= ENEMY[mover] or (backwards and not far and option("jump_back") == "no") then
            over = false
        end
        local to = over and NEXT[over][i]
        while to and not owners[to] do
            table.insert(found, {over = over, to = to})
            if one then
                return found
            end
            to = far and NEXT[to][i]
        end
    end
    return found
end

-- The same, without the landings of a dama that end the jumping where another one does not.
local function jumps(from, kind)
    local found, best, goes_on = all_jumps(from, is_far(kind)), {}, {}
    for _, jump in ipairs(found) do
        local player = owners[jump.over]
        owners[jump.over] = "nobody"
        jump.goes_on = #all_jumps(jump.to, is_far(forms(jump.to, kind)[1]), true) > 0
        owners[jump.over] = player
        goes_on[jump.over] = goes_on[jump.over] or jump.goes_on
    end
    for _, jump in ipairs(found) do
        table.insert(best, (jump.goes_on or not goes_on[jump.over]) and jump or nil)
    end
    return best
end

local go_on

-- One step of a sequence; where the unit may become several things, the letter is written.
local function step(run, sign, to, kind, victim)
    local text, choice = run.text, forms(to, kind)
    table.insert(run.victims, victim)
    for _, into in ipairs(choice) do
        run.text = text .. sign .. name(to) .. (#choice > 1 and "=" .. LETTER[into] or "")
        go_on(run, to, into, sign == "*")
    end
    table.remove(run.victims)
    run.text = text
end

-- Goes on with the sequence in every way; where it may stop, `run.stop` is called.
function go_on(run, at, kind, has_jumped)
    local found = run.left > 0 and jumps(at, kind) or {}
    if #found == 0 and run.left > 0 then
        run.left = run.left - 1
        run.stop(run, at, kind)
    end
    for _, jump in ipairs(found) do
        owners[jump.over] = "nobody"
        step(run, "*", jump.to, kind, jump.over)
        owners[jump.over] = ENEMY[mover]
    end
    for _, to in ipairs(has_jumped and run.left > 0 and chess_captures(at, kind) or {}) do
        if not is_king(kind_on(to)) then
            owners[to] = nil
            step(run, "x", to, kind, to)
            owners[to] = ENEMY[mover]
        end
    end
end

-- Follows all sequences of the unit that begin with a jump.
local function follow(run, from)
    if run.left > 0 and #all_jumps(from, damas[from], true) > 0 then
        local kind = kind_on(from)
        run.from, run.kind, run.text = from, kind, run.starts and LETTER[kind] .. name(from) or ""
        owners[from] = nil
        go_on(run, from, kind, false)
        owners[from] = mover
    end
end

-- Whether the own king is safe when the sequence stops there.
local function is_safe(at, kind)
    local king = is_king(kind) and at or royals(mover)[1]
    local stood = owners[at]
    owners[at] = mover
    local safe = not king or not is_attacked(king)
    owners[at] = stood
    return safe
end

-- Looks for a sequence that leaves the king safe, and no further.
local function judge(run, at, kind)
    if is_safe(at, kind) then
        some_safe, run.left = true, 0
    end
end

-- Lists the sequence. The program judges whether it is safe, except where it captures a king.
local function record(run, at, kind)
    local turn, jumps_king = {text = run.text}, false
    for _, victim in ipairs(run.victims) do
        table.insert(turn, {capture = victim})
        jumps_king = jumps_king or is_king(kind_on(victim))
    end
    if at ~= run.from then
        table.insert(turn, {move = run.from, to = at})
    end
    if kind ~= run.kind then
        table.insert(turn, {transform = at, into = kind})
    end
    if run.starts then
        turn.from, turn.to = run.from, at
        table.insert(turn, {halfmove_clock = 0})
    end
    if not jumps_king or is_safe(at, kind) then
        table.insert(run.list, turn)
    end
end

-- Whether an enemy unit stands where that one could jump over it, as far as the next units on the diagonals tell.
local function may_jump(from, kind)
    local far, player = is_far(kind), side_to_move()
    for i = 1, 4 do
        local over = far and first_piece(from, WAYS[i][1], WAYS[i][2]) or not far and NEXT[from][i]
        local behind = over and NEXT[over][i]
        if behind and owner(over) == ENEMY[player] and not piece(behind) then
            return true
        end
    end
    return false
end

-- Live: lists the turns of a unit that begin with a jump.
--- Every unit jumps as a draughtsman: over an enemy unit diagonally next to it onto the empty cell behind, forwards and
--- backwards; a queen as a dama, over any distance. After a jump the same unit must go on if it can jump again, with a
--- jump or with a chess capture instead; otherwise it may stop or go on with a chess capture. After a chess capture it
--- must go on jumping if it can. Jumped units leave when the turn ends; until then they block, and none is jumped
--- twice. A queen must land where it can jump on, if there is such a cell. A king may be jumped, but no chess capture
--- takes it. A star stands before the landing of a jump: `Ne1*g3xe4*c6`.
--- ru: Всякая фигура бьёт и как шашка: перепрыгивает соседнюю по диагонали фигуру противника на пустое поле за ней, вперёд
--- и назад; ферзь — как дамка, издали. После прыжка та же фигура, если может прыгать ещё, обязана продолжать прыжком или
--- шахматным взятием; если не может, вправе остановиться или взять по-шахматному. После шахматного взятия она обязана
--- прыгать, если может. Перепрыгнутые фигуры снимают в конце хода; до этого они мешают, и дважды через них не прыгают.
--- Ферзь обязан стать туда, откуда может прыгать дальше, если такое поле есть. Короля можно перепрыгнуть, но нельзя взять
--- по-шахматному. Перед полем прыжка ставят звёздочку: `Ne1*g3xe4*c6`.
function jump_turns(move)
    if not may_jump(move.from, move.piece) then
        return nil
    end
    local turns = {}
    read_board()
    follow({starts = true, left = LISTED_MAX, victims = {}, list = turns, stop = record}, move.from)
    return turns
end

-- Live: before the move.
--- A player who can jump must begin the turn with a jump, unless every such turn would leave their king attacked by a
--- chess move.
--- ru: Кто может прыгнуть, обязан начать ход прыжком, если только не всякий такой ход оставит короля под шахматным ударом.
function must_jump(move)
    read_board()
    some_safe = false
    local run = {left = JUDGED_MAX, victims = {}, stop = judge}
    for from = 0, cells() - 1 do
        if owners[from] == mover then
            follow(run, from)
        end
    end
    -- The move comes last: what is asked before is put once a position.
    if is_king(move.captured) then
        return "no chess capture takes a king"
    end
    return not some_safe or "a unit must jump"
end

-- Live: after a chess capture, what follows it.
--- A unit that has made a chess capture goes on jumping, if it can.
--- ru: Фигура, взявшая по-шахматному, прыгает дальше, если может.
function go_on_jumping(move)
    if not may_jump(move.to, move.becomes) then
        return nil
    end
    local run = {left = LISTED_MAX, victims = {}, list = {}, stop = record}
    read_board()
    follow(run, move.to)
    return #run.list > 0 and run.list or nil
end

--- A player whose king has been jumped loses.
--- ru: Чей король перепрыгнут, тот проиграл.
--- goal: Capture the enemy king by jumping over it.
--- goal ru: Побить короля противника прыжком.
function king_jumped()
    for i, player in ipairs(players) do
        if #royals(player) == 0 then
            return {winner = players[3 - i], reason = "king jumped"}
        end
    end
end
