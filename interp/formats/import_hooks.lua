-- Hooks of imported games, for rules that no key says. The import copies the parts that a game needs into its script, with the
-- parts that those need, in the order of this file. A line `--@ NAME needs ...` begins a part. Names in capitals are values that
-- the import writes above them. A line `--= KEY ...` under it names the keys of the other program that a part is for; the script says
-- their values in its head, so that the export can write them.

--@ sides
local ENEMY = {white = "black", black = "white"}

--@ ways
local STRAIGHT = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
local AROUND = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

local function beside(c, way)
    return cell(file(c) + way[1], rank(c) + way[2])
end

--@ cells_of
local function cells_of(names)
    local list = {}
    for _, n in ipairs(names) do
        table.insert(list, cell(n))
    end
    return list
end

--@ goal needs sides cells_of
--= flagPiece flagPieceWhite flagPieceBlack flagRegion flagRegionWhite flagRegionBlack flagPieceCount flagMove flagPieceSafe flagPieceBlockedWin
GOAL = {white = cells_of(GOAL.white), black = cells_of(GOAL.black)}

-- Whether enough pieces of the player stand on the goal; `safely`: and none of just so many is attacked.
local function reached(player, safely)
    local there, open = {}, false
    for _, c in ipairs(GOAL[player]) do
        if owner(c) == player and (not GOAL_PIECES or GOAL_PIECES[piece(c)]) then
            table.insert(there, c)
        end
        open = open or not piece(c)
    end
    if #there == 0 or (#there < GOAL_COUNT and (not GOAL_FILLED or open)) then
        return false
    end
    for i = 1, safely and #there == GOAL_COUNT and #there or 0 do
        if attacked(there[i], ENEMY[player]) then
            return false
        end
    end
    return true
end

--@ goal_at_once needs goal
--- A player with enough pieces on the goal wins; a goal that is full of pieces is enough.
--- ru: Выигрывает тот, у кого на цели достаточно фигур; достаточно и того, что вся она занята.
--- goal: Bring the pieces to the goal.
--- goal ru: Привести фигуры к цели.
function goal()
    for _, player in ipairs({ENEMY[side_to_move()], side_to_move()}) do
        if reached(player, false) then
            return {winner = player}
        end
    end
end

--@ goal_kept needs goal
--- A player whose piece has reached the goal wins if it is still there when that player is to move again.
--- ru: Дошедшая до цели фигура выигрывает, если она там же, когда до её игрока снова дошёл ход.
--- goal: Reach the goal and stay there for a move.
--- goal ru: Дойти до цели и продержаться там ход.
function goal()
    if reached(side_to_move(), false) then
        return {winner = side_to_move()}
    end
end

--@ goal_safe needs goal
--- A piece that stands on the goal and is not attacked wins. If both players have one it is a draw.
--- ru: Фигура на цели, на которую никто не нападает, выигрывает. Если такие есть у обоих, ничья.
--- goal: Reach the goal where no enemy attacks.
--- goal ru: Дойти до цели там, где противник не нападает.
function goal()
    local me = side_to_move()
    local mine, theirs = reached(me, true), reached(ENEMY[me], true)
    if mine and theirs then
        return {result = "draw"}
    elseif mine or theirs then
        return {winner = mine and me or ENEMY[me]}
    end
end

--@ goal_safe_or_kept needs goal
--- A piece that reaches the goal where no enemy attacks it wins at once; else it wins if it is still there a move later.
--- ru: Фигура, дошедшая до цели без нападения на неё, выигрывает сразу, иначе — если продержится там ход.
--- goal: Reach the goal where no enemy attacks, or stay there for a move.
--- goal ru: Дойти до цели, где противник не нападает, или продержаться там ход.
function goal()
    local me = side_to_move()
    if reached(me, false) then
        return {winner = me}
    elseif reached(ENEMY[me], true) then
        return {winner = ENEMY[me]}
    end
end

--@ drop_not_doubled
--= dropNoDoubled dropNoDoubledCount shogiDoubledPawn
--- A piece is not dropped promoted on a file that holds as many unpromoted ones of its player as it may.
--- ru: Фигуру не ставят превращённой на вертикаль, где уже стоит столько непревращённых того же игрока, сколько можно.
function not_doubled(move)
    local n, r = 0, 1
    while cell(file(move.to), r) do
        local c = cell(file(move.to), r)
        n = n + (owner(c) == move.owner and piece(c) == DOUBLED[move.piece] and 1 or 0)
        r = r + 1
    end
    return n < DOUBLED_COUNT or "its file holds enough pieces of that type"
end

--@ drop_start needs cells_of
DROP_START = cells_of(DROP_START)

-- Whether a drop is one of the first, which go to cells of their own. nil: those are full.
local function opening(move)
    local open = false
    for _, c in ipairs(DROP_START) do
        if c == move.to then
            return true
        end
        open = open or not piece(c)
    end
    if open then
        return false
    end
end

--@ drop_encloses needs drop_start
--= enclosingDrop enclosingDropStart
--- The first pieces are put on the cells in the middle. Then each piece must enclose enemy pieces in a row, between itself and
--- another piece of its player.
--- ru: Первые фигуры ставят на поля в середине. Потом каждая должна замкнуть фигуры противника в ряду между собой и другой
--- фигурой того же игрока.
function may_drop(move)
    local first = opening(move)
    if first ~= nil then
        return first or "the first pieces go to cells of their own"
    end
    return #enclosed(move.to, move.owner) > 0 or "it encloses no enemy piece"
end

--@ drop_encloses_walls needs sides ways drop_start
--= enclosingDrop enclosingDropStart
-- Whether enemy pieces or walls lead on from the cell to a piece of the player. As in the other program, where a wall in such a row
-- counts as an enemy piece.
local function leads(c, way, player)
    local f, r, steps = file(c) + way[1], rank(c) + way[2], 0
    while f >= 1 and f <= WIDTH and r >= 1 and r <= HEIGHT do
        local at = cell(f, r)
        if at and owner(at) ~= ENEMY[player] then
            return owner(at) == player and steps > 0
        end
        f, r, steps = f + way[1], r + way[2], steps + 1
    end
    return false
end

--- The first pieces are put on the cells in the middle. Then each piece must stand next to an enemy piece and enclose enemy pieces
--- or walls in a row, between itself and another piece of its player.
--- ru: Первые фигуры ставят на поля в середине. Потом каждая должна стоять рядом с фигурой противника и замкнуть в ряду его фигуры
--- или стены между собой и другой фигурой того же игрока.
function may_drop(move)
    local first = opening(move)
    if first ~= nil then
        return first or "the first pieces go to cells of their own"
    end
    local next_to, leading = false, false
    for _, way in ipairs(AROUND) do
        local c = beside(move.to, way)
        next_to = next_to or (c and owner(c) == ENEMY[move.owner])
        leading = leading or leads(move.to, way, move.owner)
    end
    return (next_to and leading) or "it encloses no enemy piece"
end

--@ drop_beside_own needs ways
--= enclosingDrop
--- A piece is put next to another of its player.
--- ru: Фигуру ставят рядом с другой фигурой того же игрока.
function may_drop(move)
    for _, way in ipairs(AROUND) do
        local c = beside(move.to, way)
        if c and owner(c) == move.owner then
            return true
        end
    end
    return "no piece of its player stands beside"
end

--@ drop_not_beside needs sides ways
--= enclosingDrop
--- A piece is not put straight next to an enemy piece.
--- ru: Фигуру не ставят вплотную к фигуре противника по прямой.
function may_drop(move)
    for _, way in ipairs(STRAIGHT) do
        local c = beside(move.to, way)
        if c and owner(c) == ENEMY[move.owner] then
            return "an enemy piece stands beside"
        end
    end
    return true
end

--@ drop_from_a_side
--= enclosingDrop
-- The first empty cell of a line before which a piece stands, or an edge. Lines are looked at from their first cell.
local function stops(line, first, last)
    for i = 1, #line do
        local before = line[i + (last and 1 or -1)]
        if not piece(line[i]) and (not before or piece(before)) then
            return not piece(line[first]) and line[i] or nil
        end
    end
end

--- A piece is pushed in from an edge and goes on until something stops it.
--- ru: Фигуру вдвигают с края, и она идёт, пока её ничто не остановит.
function may_drop(move)
    local row, column = {}, {}
    local f, r = 1, 1
    while cell(f, rank(move.to)) do
        row[f] = cell(f, rank(move.to))
        f = f + 1
    end
    while cell(file(move.to), r) do
        column[r] = cell(file(move.to), r)
        r = r + 1
    end
    local here = stops(row, 1, true) == move.to or stops(column, 1, true) == move.to
        or stops(column, #column, false) == move.to or stops(row, #row, false) == move.to
    return here or "no piece that is pushed in stops there"
end

--@ cannon_hops
local function sign(n)
    return n > 0 and 1 or n < 0 and -1 or 0
end

--- A cannon does not jump over another cannon.
--- ru: Пушка не прыгает через другую пушку.
function over_no_cannon(move)
    if move.drop then
        return true
    end
    local across, up = file(move.to) - file(move.from), rank(move.to) - rank(move.from)
    local hurdle = first_piece(move.from, sign(across), sign(up))
    return not hurdle or not CANNONS[piece(hurdle)] or "a cannon does not jump over a cannon"
end

--@ flip_enclosed
--= flipEnclosedPieces
--- The enclosed enemy pieces change sides.
--- ru: Замкнутые фигуры противника переходят на сторону хода.
function flip(move)
    local effects = {}
    for _, c in ipairs(enclosed(move.to, move.owner)) do
        table.insert(effects, {give = c, to = move.owner})
    end
    return effects
end

--@ flip_beside needs sides ways
--= flipEnclosedPieces
--- The enemy pieces next to the piece that has come change sides.
--- ru: Фигуры противника рядом с пришедшей переходят на её сторону.
function flip(move)
    local effects = {}
    for _, way in ipairs(AROUND) do
        local c = beside(move.to, way)
        if c and owner(c) == ENEMY[move.owner] then
            table.insert(effects, {give = c, to = move.owner})
        end
    end
    return effects
end

--@ flip_beside_a_pair needs sides ways
--= flipEnclosedPieces
--- The enemy pieces next to a piece that has moved change sides; of a piece that is put on the board only if it stands next to
--- another of its player.
--- ru: Фигуры противника рядом с пошедшей переходят на её сторону; рядом с поставленной — только если возле неё стоит своя.
function flip(move)
    local effects, pair = {}, not move.drop
    for _, way in ipairs(AROUND) do
        local c = beside(move.to, way)
        if c and owner(c) == ENEMY[move.owner] then
            table.insert(effects, {give = c, to = move.owner})
        end
        pair = pair or (c and owner(c) == move.owner)
    end
    return pair and effects or nil
end

--@ counting needs sides
--= materialCounting adjudicateFullBoard
-- Who wins by what is on the board; nobody where both have as much.
local function counted()
    local more = 0
    for kind, points in pairs(POINTS or {}) do
        more = more + points * (count("white", kind) - count("black", kind))
    end
    if POINTS then
        return {winner = more > 1 and "white" or "black"} -- Black, who moves second, has a point and a half more
    end
    more = count("white") - count("black")
    return more == 0 and {result = "draw"} or {winner = more > 0 and "white" or "black"}
end

--@ board_full
local function is_full()
    for c = 0, cells() - 1 do
        if not piece(c) then
            return false
        end
    end
    return true
end

--@ draw_full needs board_full
--= adjudicateFullBoard
--- When the board is full, the game is drawn.
--- ru: Когда доска заполнена, — ничья.
function count_when_full()
    return is_full() and {result = "draw"} or nil
end

--@ count_full needs counting board_full
--- When the board is full, the player with more pieces has won.
--- ru: Когда доска заполнена, выиграл тот, у кого фигур больше.
--- goal: Have more pieces when the board is full.
--- goal ru: Иметь больше фигур, когда доска заполнится.
function count_when_full()
    return is_full() and counted() or nil
end

--@ count_at_end needs counting
--- What is on the board decides.
--- ru: Решает то, что стоит на доске.
function count_at_end()
    return counted()
end

--@ count_stalemate needs sides
--= stalematePieceCount
-- The player with more pieces wins, or the one with fewer.
local function stalemate(fewer_wins)
    local me = side_to_move()
    local more = count(me) - count(ENEMY[me])
    if more == 0 then
        return {result = "draw"}
    end
    return {winner = (more > 0) == fewer_wins and ENEMY[me] or me}
end

--@ more_win needs count_stalemate
--- The player with more pieces wins.
--- ru: Выигрывает тот, у кого больше фигур.
function at_stalemate()
    return stalemate(false)
end

--@ fewer_win needs count_stalemate
--- The player with fewer pieces wins.
--- ru: Выигрывает тот, у кого меньше фигур.
function at_stalemate()
    return stalemate(true)
end

--@ connect needs sides
--= connectPieceTypes connectHorizontal connectVertical connectDiagonal connectValue
-- Whether a piece of the player counts for connections.
local function connects(c, player)
    return c and owner(c) == player and (not CONNECT_PIECES or CONNECT_PIECES[piece(c)])
end

--@ connect_edges needs cells_of connect
--= connectRegion1White connectRegion1Black connectRegion2White connectRegion2Black
for i = 1, 2 do
    EDGES[i] = {white = cells_of(EDGES[i].white), black = cells_of(EDGES[i].black)}
end

--- A chain of pieces from one edge to the other ends the game. As in the other program it goes on to the east and the north.
--- ru: Цепь фигур от края до края оканчивает партию. Как и в другой программе, она идёт на восток и на север.
--- goal: Join the two edges.
--- goal ru: Соединить два края.
function edges_joined()
    local player = ENEMY[side_to_move()]
    local seen, next_cells, target = {}, {}, {}
    for _, c in ipairs(EDGES[2][player]) do
        target[c] = true
    end
    for _, c in ipairs(EDGES[1][player]) do
        if connects(c, player) then
            seen[c] = true
            table.insert(next_cells, c)
        end
    end
    while #next_cells > 0 do
        local c = table.remove(next_cells)
        for _, way in ipairs(CONNECT_WAYS) do
            local to = cell(file(c) + way[1], rank(c) + way[2])
            if connects(to, player) and not seen[to] then
                if target[to] then
                    return CONNECT_DRAWS and {result = "draw"} or {winner = CONNECT_LOSES and ENEMY[player] or player}
                end
                seen[to] = true
                table.insert(next_cells, to)
            end
        end
    end
end

--@ connect_square needs connect
--= connectNxN
--- A square of pieces ends the game.
--- ru: Квадрат из фигур оканчивает партию.
--- goal: Make a square of pieces.
--- goal ru: Составить квадрат из фигур.
function square_made()
    local player = ENEMY[side_to_move()]
    for c = 0, cells() - 1 do
        local whole = connects(c, player)
        for f = 0, SQUARE - 1 do
            for r = 0, SQUARE - 1 do
                whole = whole and connects(cell(file(c) + f, rank(c) + r), player)
            end
        end
        if whole then
            return CONNECT_DRAWS and {result = "draw"} or {winner = CONNECT_LOSES and ENEMY[player] or player}
        end
    end
end

--@ connect_line needs connect
--= collinearN
--- Pieces on one line, with any gaps between, end the game.
--- ru: Фигуры на одной линии, с любыми промежутками, оканчивают партию.
function line_made()
    local player = ENEMY[side_to_move()]
    for _, way in ipairs(CONNECT_WAYS) do
        for c = 0, cells() - 1 do
            local found, to = connects(c, player) and 1 or 0, c
            repeat
                to = cell(file(to) + way[1], rank(to) + way[2])
                found = found + (connects(to, player) and 1 or 0)
            until not to
            if found >= LINE and connects(c, player) then
                return CONNECT_DRAWS and {result = "draw"} or {winner = CONNECT_LOSES and ENEMY[player] or player}
            end
        end
    end
end

--@ makpong needs sides
--= makpongRule
--- A king in check does not move, unless it captures the one piece that gives check.
--- ru: Король под шахом не ходит, разве что берёт единственную шахующую фигуру.
function stays_in_check(move)
    local checking = attackers(move.from, ENEMY[move.owner])
    return #checking == 0 or (#checking == 1 and checking[1] == move.to) or "a king in check may only capture what checks it"
end

--@ first_leaps needs sides
--= gating cambodianMoves
--- A king in check does not leap.
--- ru: Король под шахом не прыгает.
function no_leap_in_check(move)
    local leaps = math.abs(file(move.to) - file(move.from)) > 1
    return not leaps or #attackers(move.from, ENEMY[move.owner]) == 0 or "a king in check does not leap"
end

--- A rook that comes onto the rank or the file of a king that has not moved takes the king's leap away, whatever stands between.
--- ru: Ладья, вставшая на горизонталь или вертикаль ещё не ходившего короля, лишает его прыжка, что бы между ними ни стояло.
function aim_at_king(move)
    local enemy = ENEMY[move.owner]
    local king = right(KING_RIGHT, enemy) and royals(enemy)[1]
    if king and (file(king) == file(move.to) or rank(king) == rank(move.to)) then
        return {{right = KING_RIGHT, owner = enemy, set = false}}
    end
end

--@ immune
--= mutuallyImmuneTypes
--- Such a piece does not capture another of its type.
--- ru: Такая фигура не берёт другую того же типа.
function own_kind(move)
    return move.captured ~= move.piece or "it does not capture its own kind"
end

--@ petrify needs sides
--= petrifyOnCapture petrifyOnCaptureTypes
--- A piece that captures becomes a wall. Where captured pieces go to a hand, it goes to the opponent's.
--- ru: Взявшая фигура становится стеной. Где взятые фигуры идут в руку, она идёт в руку противника.
function petrify(move)
    if not PETRIFIES[move.piece] then
        return nil
    end
    local effects = {{capture = move.to}}
    if WALLS_FILL_HANDS then
        effects = {{give = move.to, to = ENEMY[move.owner]}, {to_hand = move.to}}
        if move.becomes ~= move.piece and not HAND_KEEPS_PROMOTED then
            table.insert(effects, 1, {transform = move.to, into = move.piece})
        end
    end
    if PETRIFIES[move.becomes] then -- as in the other program: a pawn that promotes so leaves nothing
        table.insert(effects, {put = move.to, piece = "wall", owner = "nobody"})
    end
    return effects
end

--@ passant_plain
--- A capture in passing does not promote.
--- ru: Взятие на проходе не превращает.
function plain_in_passing(move)
    return move.becomes == move.piece or move.captured_at == move.to or "a capture in passing does not promote"
end

--@ last_royals needs sides
--= extinctionValue extinctionPieceTypes extinctionPseudoRoyal extinctionPieceCount dupleCheck
-- How many pieces of these types the player has.
local function total(player, kinds)
    local n = 0
    for _, kind in ipairs(kinds) do
        n = n + count(player, kind)
    end
    return n
end

local function is_one(kinds, kind)
    for _, one in ipairs(kinds) do
        if one == kind then
            return true
        end
    end
    return false
end

-- Whether all the player's pieces of these types are attacked, and whether one is: those that `counts` keeps.
local function attacked_ones(player, kinds, counts)
    local all, some = true, false
    for c = 0, cells() - 1 do
        if owner(c) == player and is_one(kinds, piece(c)) and counts(c) then
            local hit = attacked(c, ENEMY[player])
            all, some = all and hit, some or hit
        end
    end
    return all, some
end

-- Who wins where the player to move has no move but one of the last is attacked.
local function mate(player)
    if MATE == "draw" then
        return {result = "draw"}
    end
    return {winner = MATE == "win" and player or ENEMY[player]}
end

--@ last_royals_safe needs last_royals
-- Whether such a move changes one of the last into a piece that is none of them.
local function gives_up(move, kinds, had)
    local gone = had == ROYALS_LEFT and is_one(kinds, move.piece) and not is_one(kinds, move.becomes)
    for _, others in ipairs(ROYALS) do
        gone = gone and not is_one(others, move.becomes)
    end
    return gone
end

--- The last pieces of their type may not be left under attack, nor change into another piece.
--- ru: Последние фигуры своего вида нельзя оставлять под боем и превращать в другие.
function last_ones_safe(move)
    local me = move.owner
    for _, kinds in ipairs(ROYALS) do
        local had = before(total, me, kinds)
        if is_one(kinds, move.captured) and before(total, ENEMY[me], kinds) <= ROYALS_LEFT then
            return true
        end
        if gives_up(move, kinds, had) then
            return "the last " .. kinds[1] .. " may not become another piece"
        end
        local became = not is_one(kinds, move.piece) and is_one(kinds, move.becomes)
        local by_pawn = became and move.becomes == kinds[1] -- others count only from the next move on
        local judged = had <= ROYALS_LEFT and not (by_pawn and had >= ROYALS_LEFT)
        if judged or (move.drop and is_one(kinds, move.piece)) then
            local _, some = attacked_ones(me, kinds, function(c)
                return c == move.to and (not became or by_pawn) or (c ~= move.to and judged)
            end)
            if some then
                return "the last " .. kinds[1] .. " may not be attacked"
            end
        end
    end
    return true
end

--@ mate_last needs last_royals
--- A player without a move whose last piece of that type is attacked is checkmated.
--- ru: Игрок без хода, у которого последняя фигура этого вида под боем, получил мат.
function mate_or_stalemate()
    for _, kinds in ipairs(ROYALS) do
        local _, some = attacked_ones(side_to_move(), kinds, function() return true end)
        if some and total(side_to_move(), kinds) <= ROYALS_LEFT then
            return mate(side_to_move())
        end
    end
end

--@ last_royals_all needs last_royals
--- Not all royal pieces of a player may be attacked at once.
--- ru: Все королевские фигуры игрока сразу не должны быть под боем.
function not_all_attacked(move)
    for _, kinds in ipairs(ROYALS) do
        local all, some = attacked_ones(move.owner, kinds, function() return true end)
        if some and all then
            return "all of them would be attacked"
        end
    end
    return true
end

--@ mate_all needs last_royals
--- A player without a move whose royal pieces are all attacked is checkmated.
--- ru: Игрок без хода, у которого все королевские фигуры под боем, получил мат.
function mate_or_stalemate()
    for _, kinds in ipairs(ROYALS) do
        local all, some = attacked_ones(side_to_move(), kinds, function() return true end)
        if some and (all or total(side_to_move(), kinds) <= ROYALS_LEFT) then
            return mate(side_to_move())
        end
    end
end

--@ castled
-- Whether the king's move is a castling, and the letter of its right.
local function castling(move)
    if move.from and rank(move.to) == rank(move.from) and math.abs(file(move.to) - file(move.from)) > 1 then
        return file(move.to) > file(move.from) and "k" or "q"
    end
end

--@ last_royals_castle needs last_royals castled
--- The last piece of its type does not castle out of check or over attacked cells.
--- ru: Последняя фигура своего вида не рокируется из-под шаха и через битое поле.
function castles_safely(move)
    local side = castling(move)
    if not side then
        return true
    end
    local way = side == "k" and 1 or -1
    for _, kinds in ipairs(ROYALS) do
        if is_one(kinds, move.piece) and total(move.owner, kinds) <= ROYALS_LEFT then
            for f = file(move.from), file(move.to), way do
                if attacked(cell(f, rank(move.from)), ENEMY[move.owner]) then
                    return "it would castle over an attacked cell"
                end
            end
        end
    end
    return true
end

--@ castle_opposite needs sides castled
--= oppositeCastling
--- Castling takes the opponent's right to castle to the same side.
--- ru: Рокировка лишает противника права на рокировку в ту же сторону.
function takes_right(move)
    local letter = castling(move)
    return letter and {{right = letter, owner = ENEMY[move.owner], set = false}}
end

--@ castle_wins needs sides castled
--= castlingWins
--- It is noted that a king has castled.
--- ru: Рокировка отмечается.
function notes_castling(move)
    local letter = castling(move)
    if letter and CASTLING_WINS[move.owner .. "-" .. letter] then
        return {{counter = "castled", set = 1}}
    end
end

--- Such a castling wins, and a player who can no longer castle so loses.
--- ru: Такая рокировка выигрывает, а игрок, который так рокироваться уже не может, проигрывает.
--- goal: Castle.
--- goal ru: Рокироваться.
function castling_wins()
    local me = side_to_move()
    if counter("castled") == 1 then
        return {winner = ENEMY[me]}
    end
    for _, player in ipairs({ENEMY[me], me}) do
        local wanted, held = false, false
        for _, letter in ipairs({"k", "q"}) do
            if CASTLING_WINS[player .. "-" .. letter] then
                wanted, held = true, held or right(letter, player)
            end
        end
        if wanted and not held then
            return {winner = ENEMY[player]}
        end
    end
end

--@ extinct_alone needs sides
--= extinctionValue extinctionPieceTypes extinctionPieceCount extinctionOpponentPieceCount
-- Whether the player has too few pieces that count, on the board and in hand.
local function pieces_of(player)
    local n = 0
    for _, kind in ipairs(EXTINCT) do
        n = n + count(player, kind) + (EXTINCT_HANDS and in_hand(player, kind) or 0)
    end
    return n
end

--- The game ends when one player has no piece that counts, and the other has some.
--- ru: Партия кончается, когда у одного игрока нет фигур, которые считаются, а у другого они есть.
function one_is_extinct()
    for _, player in ipairs({ENEMY[side_to_move()], side_to_move()}) do
        if pieces_of(player) <= EXTINCT_LEFT and pieces_of(ENEMY[player]) >= EXTINCT_OTHER then
            return {winner = EXTINCT_WINS and player or ENEMY[player]}
        end
    end
end

--@ placed_shades needs cells_of
--= dropOppositeColoredBishop
BISHOPS_ON = {white = cells_of(BISHOPS_ON.white), black = cells_of(BISHOPS_ON.black)}

local function shade(c)
    return (file(c) + rank(c)) % 2
end

-- How many of the player's bishops stand on the shade, and how many cells of it are left for them.
local function on_shade(player, wanted)
    local there, left = 0, 0
    for c = 0, cells() - 1 do
        there = there + (shade(c) == wanted and owner(c) == player and piece(c) == "bishop" and 1 or 0)
    end
    for _, c in ipairs(BISHOPS_ON[player]) do
        left = left + (shade(c) == wanted and not piece(c) and 1 or 0)
    end
    return there, left
end

--- Bishops are placed on cells of both shades, and other pieces leave room for that.
--- ru: Слонов ставят на поля обоих цветов, а другие фигуры оставляют для этого место.
function bishops_apart(move)
    local all = in_hand(move.owner, "bishop") + count(move.owner, "bishop")
    if move.piece == "bishop" then
        return on_shade(move.owner, shade(move.to)) + 1 <= (all + 1) // 2 or "the other bishop stands on a cell of this shade"
    end
    for wanted = 0, 1 do
        local there, left = on_shade(move.owner, wanted)
        if there + left - (shade(move.to) == wanted and 1 or 0) < all // 2 then
            return "no cell of one shade would be left for a bishop"
        end
    end
    return true
end

--@ placed_rights needs sides
--= castlingDroppedPiece castlingKingFile
--- A king that is placed on its first cell may castle with rooks in the corners.
--- ru: Король, поставленный на исходное поле, может рокироваться с ладьями в углах.
function may_castle_again(move)
    local back, effects = {white = 1, black = HEIGHT}, {}
    local r = back[move.owner]
    local king = cell(KING_FILE, r)
    if piece(king) ~= CASTLING_KING or owner(king) ~= move.owner then
        return nil
    end
    for letter, f in pairs({k = WIDTH, q = 1}) do
        local corner = cell(f, r)
        if piece(corner) == "rook" and owner(corner) == move.owner and (move.to == corner or move.to == king) then
            table.insert(effects, {right = letter, owner = move.owner, set = true})
        end
    end
    return effects
end

--@ keeps_moving needs cells_of
--= immobilityIllegal
for _, sides in pairs(IMMOBILE) do
    for player, names in pairs(sides) do
        sides[player] = {}
        for _, c in ipairs(cells_of(names)) do
            sides[player][c] = true
        end
    end
end

--- A piece may not move to where it could never move again.
--- ru: Фигура не может пойти туда, откуда она больше никогда не пойдёт.
function keeps_moving(move)
    local ends = not move.drop and move.becomes == move.piece and IMMOBILE[move.piece]
    return not (ends and ends[move.owner][move.to]) or "it could never move again"
end

--@ promotes_quietly needs sides cells_of
--= sittuyinPromotion
for player, names in pairs(PROMOTES_ON) do
    PROMOTES_ON[player] = {}
    for _, c in ipairs(cells_of(names)) do
        PROMOTES_ON[player][c] = true
    end
end

--- A pawn promotes only on the marked cells, the last one anywhere, and only where the new piece attacks nothing.
--- ru: Пешка превращается только на отмеченных полях, последняя — где угодно, и лишь там, где новая фигура ни на что не нападает.
function promotes_quietly(move)
    if move.becomes == move.piece then
        return true
    end
    if not PROMOTES_ON[move.owner][move.from] and count(move.owner, move.piece) > 1 then
        return "only the last pawn promotes outside the marked cells"
    end
    for _, c in ipairs(targets(move.to, move.becomes, move.owner, {{capture = move.from}})) do
        if owner(c) == ENEMY[move.owner] then
            return "the new piece may not attack"
        end
    end
    return true
end

--@ promotions_left needs sides
-- Whether the player could make this move, which captures or does not, and be in no check.
local function is_safe(player, from, to)
    return not check(player, owner(to) and {{capture = to}, {move = from, to = to}} or {{move = from, to = to}})
end

--- A player with a king and a pawn alone need not promote: it is a draw if nothing else is left.
--- ru: Игрок с одними королём и пешкой не обязан превращать: если больше ходить нечем, это ничья.
function nothing_but_promotions()
    local me = side_to_move()
    if count(me) ~= 2 or count(me, PROMOTES) ~= 1 or check(me) then
        return nil
    end
    for _, from in ipairs(pieces(me)) do
        local pawn, ahead = piece(from) == PROMOTES, me == "white" and 1 or -1
        for across = -1, 1 do
            for up = -1, 1 do
                local to = cell(file(from) + across, rank(from) + up)
                local open = to and owner(to) ~= me
                if pawn then
                    open = open and up == ahead and (across == 0) == not piece(to)
                end
                if open and is_safe(me, from, to) then
                    return nil
                end
            end
        end
    end
    return {result = "draw"}
end

--@ strong_checks needs sides
--= shatarMateRule
local SERIES = {white = "white-series", black = "black-series"}

-- The pieces of the player that check the other king, and whether all or some of them are of the types.
local function checking(player, types)
    local king = royals(ENEMY[player])[1]
    local list, all, some = king and attackers(king, player) or {}, true, false
    for _, c in ipairs(list) do
        local is = types[piece(c)] or false
        all, some = all and is, some or is
    end
    return #list > 0, all, some
end

--- It is noted whether a strong piece has given one of the checks in a row.
--- ru: Отмечается, дала ли сильная фигура один из шахов подряд.
function notes_checks(move)
    local name = SERIES[move.owner]
    local checks, _, strong = checking(move.owner, STRONG)
    local now = strong and 1 or checks and counter(name) or 0
    return now ~= counter(name) and {{counter = name, set = now}} or nil
end

--- Who mates by knights alone loses; a mate is a draw if no strong piece gave one of the checks in a row before it.
--- ru: Кто дал мат одними конями, проигрывает; мат — ничья, если среди шахов подряд перед ним не было шаха сильной фигурой.
function mate_counts()
    local mater = ENEMY[side_to_move()]
    local _, by_knights = checking(mater, NO_MATE)
    local _, _, strong = checking(mater, STRONG)
    if by_knights then
        return {winner = side_to_move()}
    end
    return not strong and counter(SERIES[mater]) == 0 and {result = "draw"} or nil
end

--@ blows_up needs ways
--= blastOnCapture blastImmuneTypes petrifyOnCapture petrifyOnCaptureTypes petrifyBlastPieces
--- A capture blows up what stands around it, and the capturing piece, except some types; of some types a wall is left.
--- ru: Взятие взрывает всё вокруг и саму взявшую фигуру, кроме некоторых; от некоторых остаётся стена.
function blows_up(move)
    local effects = {}
    for _, way in ipairs(AROUND) do
        local c = beside(move.to, way)
        if c and piece(c) and owner(c) ~= "nobody" and not SPARED[piece(c)] then
            table.insert(effects, {capture = c})
            if WALLS_AROUND then
                table.insert(effects, {put = c, piece = "wall", owner = "nobody"})
            end
        end
    end
    if not IMMUNE[move.becomes] then
        table.insert(effects, {capture = move.to})
        if PETRIFIES[move.becomes] then
            table.insert(effects, {put = move.to, piece = "wall", owner = "nobody"})
        end
    end
    return effects
end

--@ blast_royals needs sides castled blows_up
--= extinctionValue extinctionPieceTypes extinctionPseudoRoyal
-- Whether the player's piece on the cell could be captured: not while the enemy's stands beside it, and would be blown up too.
local function in_danger(c, player, effects)
    local other = pieces(ENEMY[player], ROYAL)[1]
    if other and math.abs(file(other) - file(c)) <= 1 and math.abs(rank(other) - rank(c)) <= 1 then
        return false
    end
    return attacked(c, ENEMY[player], effects)
end

-- As in the other program, which does not see yet the walls that a capture leaves: they are taken away again.
local function new_walls(move)
    local effects = piece(move.to) == "wall" and {{capture = move.to}} or {}
    for _, way in ipairs(WALLS_AROUND and AROUND or {}) do
        local c = beside(move.to, way)
        if c and piece(c) == "wall" and before(piece, c) ~= "wall" then
            table.insert(effects, {capture = c})
        end
    end
    return effects
end

--- A player may not blow up their own royal piece, nor leave it under attack unless they blow up the enemy's.
--- ru: Нельзя взорвать свою королевскую фигуру и нельзя оставить её под боем, если не взорвана вражеская.
function royal_survives(move)
    local mine = pieces(move.owner, ROYAL)[1]
    if not mine then
        return "it would blow up its own " .. ROYAL
    elseif not pieces(ENEMY[move.owner], ROYAL)[1] then
        return true
    end
    return not in_danger(mine, move.owner, move.captured and new_walls(move)) or "its own " .. ROYAL .. " would be attacked"
end

--- It does not castle out of check or over attacked cells.
--- ru: Она не рокируется из-под шаха и через битое поле.
function castles_unharmed(move)
    local side = castling(move)
    if not side then
        return true
    end
    local way = side == "k" and 1 or -1
    for f = file(move.from), file(move.to) - way, way do
        if in_danger(cell(f, rank(move.from)), move.owner, {{capture = move.from}}) then
            return "it would castle over an attacked cell"
        end
    end
    return true
end

--- A player without a move whose royal piece is attacked is checkmated.
--- ru: Игрок без хода, королевская фигура которого под боем, получил мат.
function blast_mate()
    local mine = pieces(side_to_move(), ROYAL)[1]
    if mine and in_danger(mine, side_to_move()) then
        return {winner = ENEMY[side_to_move()]}
    end
end

--@ wall_before_blast
--= wallingRule duckGating staticGating blastOnCapture
--- The wall comes only where no piece stood before the blast.
--- ru: Стена ставится только туда, где до взрыва не стояла фигура.
function wall_before_blast(move)
    local c = move.put
    if not c or c == move.from or c == move.captured_at and c ~= move.to then
        return true
    end
    return c ~= move.to and not piece(c) or "a piece stood there before the blast"
end

--@ passes_two
--= tripleStepRegionWhite tripleStepRegionBlack
--- A piece that makes three steps may be captured in passing on both cells that it passes.
--- ru: Фигуру, сделавшую три шага, можно взять на проходе на обоих пройденных полях.
function passes_two(move)
    if file(move.to) == file(move.from) and math.abs(rank(move.to) - rank(move.from)) == 3 then
        local up = rank(move.to) > rank(move.from) and 2 or -2
        return {{en_passant = cell(file(move.from), rank(move.from) + up), by = move.to}}
    end
end

--@ stays_out
--= promotionPieceTypes promotionPieceTypesWhite promotionPieceTypesBlack mandatoryPawnPromotion
--- A pawn that can promote to nothing does not go there.
--- ru: Пешка, которой не во что превращаться, туда не ходит.
function stays_out()
    return "it would have to promote, and there is nothing to promote to"
end
