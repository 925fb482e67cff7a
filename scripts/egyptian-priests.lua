-- Both experiences of the Egyptian priests: pieces move within a level, change levels, and are captured to a lower one.
-- The script lists all moves, since a text begins with the number of the level: 4e2:4e4. It does so piece by piece, so that what is
-- known of one stays known while nothing changes near it.

local ENEMY, UP = {white = "black", black = "white"}, {white = 1, black = -1} -- ranks and levels alike
local LETTER = {king = "K", queen = "Q", pair = "W", rook = "R", bishop = "B", knight = "N", pawn = "P"}
local DOUBLE = {
    pawn = {"knight", "bishop"}, knight = {"rook"}, bishop = {"rook"},
    rook = {"queen"}, queen = {"pair"}, king = {"king"},
}
local HALF = {
    knight = {"pawn"}, bishop = {"pawn"}, rook = {"knight", "bishop"},
    queen = {"rook"}, pair = {"queen"}, king = {"king"},
}
local LINES = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
local LEAPS = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
local FIRST = {king = 1, queen = 1, pair = 1, rook = 1, bishop = 5} -- of LINES
local LAST = {king = 8, queen = 8, pair = 8, rook = 4, bishop = 8}
local TOP = cells() // 64
local HOME = TOP == 3 and 2 or 4 -- level IV

local AT, NAME = {}, {} -- AT[level][file][rank]
for c = 0, cells() - 1 do
    local l, f = level(c), file(c)
    AT[l] = AT[l] or {}
    AT[l][f] = AT[l][f] or {}
    AT[l][f][rank(c)] = c
    NAME[c] = l + 4 - HOME .. string.sub("abcdefgh", f, f) .. rank(c)
end

local BELOW = {[1] = {}, [TOP] = {}} -- the cells of all levels but that one, those where pieces begin first
for _, own in ipairs({true, false}) do
    for c = 0, cells() - 1 do
        for goal, others in pairs(BELOW) do
            if level(c) ~= goal and (level(c) == HOME and (rank(c) < 3 or rank(c) > 6)) == own then
                table.insert(others, c)
            end
        end
    end
end

local supposed, taken = {}, {} -- what `is_safe` puts on cells for a moment (false: nothing), and takes over
local me, king, list, can_capture, orthodox
local lifted, secure -- a piece that was asked about, and whether the king is safe wherever it goes

local function on(switch)
    return option(switch) == "on"
end

local function kind_on(c)
    local kind = supposed[c]
    if kind == nil then
        return piece(c)
    end
    return kind or nil
end

local function owner_of(c)
    return taken[c] or owner(c)
end

local function look(player)
    me, list, can_capture, lifted = player, {}, false, nil
    local kings = on("royal") and pieces(me, "king") or {}
    king = kings[#kings]
end

local function near(c, across, up, levels)
    local at = AT[level(c) + (levels or 0)]
    local of_file = at and at[file(c) + across]
    return of_file and of_file[rank(c) + up]
end

-- The first cell in that direction with a piece on it, or none, and how far it is.
local function along(c, line)
    local steps, to = 1, near(c, line[1], line[2])
    while to and not kind_on(to) do
        steps = steps + 1
        to = near(c, steps * line[1], steps * line[2])
    end
    return to, steps
end

-- Whether an enemy could capture on the cell, whatever lies below it.
local function is_attacked(c)
    for _, leap in ipairs(LEAPS) do
        local from = near(c, leap[1], leap[2])
        if from and kind_on(from) == "knight" and owner_of(from) ~= me then
            return true
        end
    end
    for i, line in ipairs(LINES) do
        local from, steps = along(c, line)
        local kind = from and owner_of(from) ~= me and kind_on(from)
        if kind == "pawn" and steps == 1 and i > 4 and line[2] == UP[me] then
            return true
        elseif FIRST[kind] and i >= FIRST[kind] and i <= LAST[kind] and (kind ~= "king" or steps == 1) then
            return true
        end
    end
    return false
end

-- Whether no king is left in check by a piece that goes; `stays`: it leaves a queen behind.
local function is_safe(from, to, victim, stays)
    if not on("royal") or not king then
        return true
    end
    local left = stays and "queen" or false
    if from ~= king and (not victim or victim == to) then -- one question for all its moves: what it lands on opens no line
        if lifted ~= from then
            supposed, lifted = {[from] = left}, from
            secure = not is_attacked(king)
            supposed = {}
        end
        if secure then
            return true
        end
    end
    supposed = {[from] = left}
    if victim then
        supposed[victim] = false
    end
    supposed[to], taken = piece(from), {[to] = me}
    local safe = not is_attacked(from == king and to or king)
    supposed, taken = {}, {}
    return safe
end

-- Where a captured piece goes; nil where it cannot be captured.
local function refuge(c)
    if kind_on(c) == "pair" or (kind_on(c) == "king" and on("royal")) then
        return nil
    end
    local to = near(c, 0, 0, -UP[owner_of(c)])
    return to and not kind_on(to) and to
end

local function lose_rights(move, player)
    for _, letter in ipairs(orthodox and {"k", "q"} or {}) do
        if right(letter, player) then
            table.insert(move, {right = letter, owner = player, set = false})
        end
    end
end

local function add(move, from, to, steps)
    move.from, move.to, move.steps = from, to, steps
    if kind_on(from) == "king" then
        lose_rights(move, me)
    end
    if orthodox and counter("ep") > 0 then
        table.insert(move, 1, {counter = "ep", set = 0})
    end
    table.insert(list, move)
    return move
end

-- One queen leaves a pair, any other piece goes itself.
local function carry(move, from, to, into, stays)
    if stays then
        table.insert(move, {transform = from, into = "queen"})
        table.insert(move, {put = to, piece = into, owner = me})
    else
        table.insert(move, {move = from, to = to})
        if into ~= kind_on(from) then
            table.insert(move, {transform = to, into = into})
        end
    end
end

-- A move within a level; of a pawn on the last rank, a promotion.
local function go(from, to, steps, victim, promotion)
    local kind, lower = kind_on(from), victim and refuge(victim)
    local stays = kind == "pair"
    if (victim and not lower) or not is_safe(from, to, victim, stays) then
        return nil
    end
    can_capture = can_capture or victim
    local forms = victim and DOUBLE[kind_on(victim)] or {""}
    if victim and kind_on(victim) == "pawn" and on("owner-names") then
        forms = {"pawn"}
    end
    local last
    for _, form in ipairs(forms) do
        local text = NAME[from] .. ":" .. NAME[to] .. (promotion and "=" .. LETTER[promotion] or "")
        local move = {text = text .. (#forms > 1 and "=" .. string.lower(LETTER[form]) or "")}
        if victim then
            if kind_on(victim) == "king" then
                lose_rights(move, ENEMY[me])
            end
            table.insert(move, {capture = victim})
            table.insert(move, {put = lower, piece = form, owner = ENEMY[me]})
            table.insert(move, {counter = "naming", set = form == "pawn" and lower + 1 or 0})
            table.insert(move, {halfmove_clock = 0})
        end
        carry(move, from, to, promotion or (stays and "queen") or kind, stays)
        last = add(move, from, to, steps)
    end
    return last
end

local function pawn(from)
    local up, own = UP[me], me == "white" and rank(from) or 9 - rank(from)
    local function advance(to, steps, victim)
        for _, into in ipairs(own == 7 and {"queen", "rook", "bishop", "knight"} or {}) do
            go(from, to, steps, victim, into)
        end
        return own < 7 and go(from, to, steps, victim)
    end
    local one, two = near(from, 0, up), near(from, 0, 2 * up)
    if one and not kind_on(one) then
        advance(one, 1)
        local first = (orthodox and own == 2) or (not orthodox and own == 1 and level(from) == HOME)
        local move = first and not kind_on(two) and advance(two, 2)
        for _, side in ipairs(move and orthodox and {-1, 1} or {}) do
            local enemy = near(two, side, 0)
            if enemy and kind_on(enemy) == "pawn" and owner_of(enemy) ~= me then
                table.insert(move, {counter = "ep", set = one + 1})
            end
        end
    end
    for _, side in ipairs({-1, 1}) do
        local to = near(from, side, up)
        if to and kind_on(to) and owner_of(to) ~= me then
            advance(to, 1, to)
        elseif to and orthodox and counter("ep") == to + 1 then
            advance(to, 1, near(to, 0, -up))
        end
    end
end

local function within_level(from)
    local kind = kind_on(from)
    if kind == "pawn" then
        pawn(from)
    end
    for _, leap in ipairs(kind == "knight" and LEAPS or {}) do
        local to = near(from, leap[1], leap[2])
        if to and owner_of(to) ~= me then
            go(from, to, 1, kind_on(to) and to)
        end
    end
    local far = kind == "king" and 1 or orthodox and 7 or 6
    for i = FIRST[kind] or 1, LAST[kind] or 0 do
        local line = LINES[i]
        local stop, steps = along(from, line)
        for s = 1, math.min(steps - 1, far) do
            go(from, near(from, s * line[1], s * line[2]), s)
        end
        if stop and steps <= far and owner_of(stop) ~= me then
            go(from, stop, steps, stop)
        end
    end
end

local function change(from, levels, forms, stays, named)
    local to = near(from, 0, 0, levels)
    if not forms or not to or kind_on(to) or not is_safe(from, to, nil, stays) then
        return
    end
    for _, form in ipairs(forms) do
        if form ~= "pawn" or rank(to) ~= (me == "white" and 8 or 1) then
            local suffix = (named or #forms > 1) and "=" .. LETTER[form] or ""
            local move = {text = NAME[from] .. ":" .. NAME[to] .. suffix, {halfmove_clock = 0}}
            carry(move, from, to, form, stays)
            add(move, from, to, 1)
        end
    end
end

local function between_levels(from)
    local kind, up = kind_on(from), UP[me]
    if kind == "pair" then
        change(from, -up, {"pair"}, true)
        change(from, up, {"rook"}, true, true)
    else
        change(from, -up, DOUBLE[kind])
    end
    change(from, up, HALF[kind])
end

local function castle()
    local row = me == "white" and 1 or 8
    for _, letter in ipairs({"k", "q"}) do
        local way, corner = letter == "k" and 1 or -1, letter == "k" and 8 or 1
        local cells_of = AT[HOME]
        local from, rook = cells_of[5][row], cells_of[corner][row]
        if right(letter, me) and kind_on(from) == "king" and owner_of(from) == me and along(from, {way, 0}) == rook
            and not (on("royal") and is_attacked(from)) and is_safe(from, near(from, way, 0)) then
            local to = near(from, 2 * way, 0)
            if is_safe(from, to) then
                local move = {text = NAME[from] .. ":" .. NAME[to], {move = from, to = to}}
                table.insert(move, {move = rook, to = near(from, way, 0)})
                add(move, from, to, 1)
            end
        end
    end
end

-- The owner of a captured pawn may have to name it first.
local function must_name()
    return counter("naming") > 0
end

local function name_pawn()
    local pawn_at = counter("naming") - 1
    for _, form in ipairs(DOUBLE.pawn) do
        local move = {text = NAME[pawn_at] .. "=" .. LETTER[form], {transform = pawn_at, into = form}}
        table.insert(move, {counter = "naming", set = 0})
        table.insert(move, {next_player = me})
        table.insert(list, move)
    end
end

-- Whether some own piece can capture, which opens the levels.
local function some_capture()
    local kept = list
    list = {}
    for _, from in ipairs(pieces(me)) do
        if not can_capture then
            within_level(from)
        end
    end
    list = kept
    return can_capture
end

local function find(from)
    within_level(from)
    if orthodox and piece(from) == "king" then
        castle()
    end
    local closed = on("opening") and counter("open") == 0
    if not closed or some_capture() then
        between_levels(from)
    end
    for _, move in ipairs(closed and can_capture and list or {}) do
        table.insert(move, {counter = "open", set = 1})
    end
end

--- The levels are III, IV and V, and a cell is written with its level: 4e4 is e4 on IV. White's highest level is V,
--- Black's is III. Within a level all pieces move and capture as in chess; of a pair of queens one moves. A captured
--- piece is not lost: it goes one level down, as its owner sees it, to the same cell, which must be empty, and
--- doubles. A pawn turns into a knight or a bishop, as the capturing player says (=n, =b), a knight or a bishop into a
--- rook, a rook into a queen, a queen into a pair. A pair, and a piece on its lowest level, cannot be captured.
--- Instead of a move within a level a piece may go to the same cell of the next level, if it is empty: down it
--- doubles, up it halves. A pawn cannot go up, and no piece turns into a pawn on its last rank. A player without a
--- move passes.
--- ru: Уровни — III, IV и V; поле пишут с его уровнем: 4e4 — это e4 на IV. Высший уровень белых — V, чёрных — III. На
--- своём уровне фигуры ходят и бьют как в шахматах; из пары ферзей ходит один. Взятая фигура не пропадает: она
--- опускается на уровень ниже, как его видит хозяин, на то же поле, которое должно быть пусто, и удваивается. Пешка
--- становится конём или слоном, по слову взявшего (=n, =b), конь или слон — ладьёй, ладья — ферзём, ферзь — парой.
--- Пару и фигуру на низшем уровне взять нельзя. Вместо хода на уровне фигура может перейти на то же поле соседнего
--- уровня, если оно пусто: вниз — с удвоением, вверх — с уменьшением вдвое. Пешка вверх не идёт, и никто не становится
--- пешкой на её последней горизонтали. Кому ходить нечем, тот пасует.
function turns(move)
    orthodox = true
    look(side_to_move())
    if not must_name() then
        find(move.from)
    elseif move.from == counter("naming") - 1 then
        name_pawn()
    end
    for _, one in ipairs(list) do
        one.steps = nil
    end
    return list
end

-- The moves of the list that the pips can pay, with what is left of them.
local function payable()
    local paid = {}
    local left = counter("pips") > 0 and counter("pips") or 2 * dice()[1] -- in half pips
    for _, move in ipairs(list) do
        local height = (level(move.to) - HOME) * UP[me]
        local rest = left - move.steps * (height == 0 and 2 or height > 0 and 4 or 1)
        move.steps = nil
        if rest >= 0 then
            table.insert(move, {counter = "pips", set = rest})
            if rest > 0 then
                table.insert(move, {next_player = me})
            end
            table.insert(paid, move)
        end
    end
    return paid
end

--- The levels are III, IV and V, and a cell is written with its level: 4e4 is e4 on IV. White's highest level is V,
--- Black's is III. The die gives pips for any number of moves by any pieces, and the player must go on while a move
--- can be paid. Each cell of a line, a knight's or king's move and a change of level are one step; a move has six at
--- most. A step costs one pip on IV, two on the player's highest level and half a pip on the lowest one; a change
--- costs what a step costs where it goes. Within a level pieces move and capture as in chess, without castling and en
--- passant; a pawn may make two steps from where it starts; of a pair of queens one moves. A captured piece goes one
--- level down, as its owner sees it, to the same cell, which must be empty, and doubles: a pawn to a knight or a
--- bishop, as the capturing player says (=n, =b), these to a rook, a rook to a queen, a queen to a pair. A pair, and a
--- piece on its lowest level, cannot be captured. A piece may go to the same cell of the next level, if it is empty:
--- down it doubles, up it halves. A pawn cannot go up, and no piece turns into a pawn on its last rank.
--- ru: Уровни — III, IV и V; поле пишут с его уровнем: 4e4 — это e4 на IV. Высший уровень белых — V, чёрных — III.
--- Кость даёт очки на любое число ходов любыми фигурами; пока есть ход по средствам, надо ходить. Каждое поле линии,
--- ход коня или короля и переход на другой уровень — один шаг; в ходе не больше шести. Шаг стоит очко на IV, два — на
--- высшем для игрока уровне и пол-очка на низшем; переход стоит столько, сколько шаг там, куда переходят. На своём
--- уровне фигуры ходят и бьют как в шахматах, без рокировки и взятия на проходе; пешка с исходного поля может пойти на
--- два; из пары ферзей ходит один. Взятая фигура опускается на уровень ниже, как его видит хозяин, на то же поле,
--- которое должно быть пусто, и удваивается: пешка — в коня или слона, по слову взявшего (=n, =b), те — в ладью, ладья
--- — в ферзя, ферзь — в пару. Пару и фигуру на низшем уровне взять нельзя. Фигура может перейти на то же поле
--- соседнего уровня, если оно пусто: вниз — с удвоением, вверх — с уменьшением вдвое. Пешка вверх не идёт, и никто не
--- становится пешкой на её последней горизонтали.
function paid_moves(move)
    orthodox = false
    if not dice()[1] then
        return {}
    end
    look(side_to_move())
    if not must_name() then
        find(move.from)
        return payable()
    elseif move.from == counter("naming") - 1 then
        name_pawn()
    end
    return list
end

--- A player whose pips pay for no move any more passes.
--- ru: Игрок, которому очков уже ни на что не хватает, пасует.
function unpaid()
    orthodox = false
    look(side_to_move())
    if not dice()[1] or must_name() then
        return {}
    end
    local stuck, from = true, me == "white" and 0 or cells() - 1
    while stuck and from >= 0 and from < cells() do -- cell by cell: what lies behind the first piece that can go is not asked
        if owner(from) == me then
            list = {}
            find(from)
            stuck = #payable() == 0
        end
        from = from + UP[me]
    end
    if not stuck and not on("may-stop") then
        return {}
    end
    local mated = stuck and king and is_attacked(king)
    return {{text = "pass", {counter = "pips", set = 0}, {counter = "mated", set = mated and 1 or 0}}}
end

--- The player whose pieces are all on the highest level, as that player sees it, wins.
--- ru: Выигрывает тот, все фигуры которого стоят на высшем для него уровне.
--- goal: Bring all your own pieces to your highest level.
--- goal ru: Привести все свои фигуры на свой высший уровень.
function all_up()
    for player, goal in pairs({white = TOP, black = 1}) do
        local below = false
        for _, c in ipairs(BELOW[goal]) do
            if owner(c) == player then
                below = true
                break
            end
        end
        if not below then
            return {winner = player}
        end
    end
end

--- A player in check who cannot move is mated.
--- ru: Шах, от которого нет хода, — мат.
function mate()
    look(side_to_move())
    if king and is_attacked(king) then
        return {winner = ENEMY[me], reason = "checkmate"}
    end
end

--- A player in check who can pay for no move is mated.
--- ru: Шах, от которого нет хода по средствам, — мат.
function mate_by_dice()
    return {winner = side_to_move(), reason = "checkmate"}
end
