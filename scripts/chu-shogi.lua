-- Chu shogi: how lions are captured, bare kings, and checks without end.

local OTHER = {white = "black", black = "white"}
local LION = {lion = true, ["promoted-kirin"] = true}
local MINOR = {pawn = true, ["go-between"] = true}
local LAST = {white = 12, black = 1}

local function distance(a, b)
    return math.max(math.abs(file(a) - file(b)), math.abs(rank(a) - rank(b)))
end

-- Whether an enemy could capture back on the cell, once these effects have come about.
local function protected(c, by, effects)
    return #attackers(c, by, effects) > 0
end

--- A lion captures an enemy lion next to it at any time. It captures one that stands two cells away only if nothing protects that
--- lion, or if its first step captures a piece other than a pawn or go-between. What stands behind the capturing lion protects as
--- well, and so does a pawn or go-between that is captured on the way.
--- ru: Лев всегда может взять соседнего вражеского льва. Льва через клетку он берёт, только если тот не защищён или если первым
--- ru: шагом взята фигура ценнее пешки и посредника. Защитой считаются и фигуры за берущим львом, и взятые на пути пешка и посредник.
function lion_captures_lion(move)
    local far, pays = nil, false
    for _, v in ipairs(move.victims) do
        if LION[v.piece] and distance(move.from, v.cell) == 2 then
            far = v.cell
        elseif not MINOR[v.piece] and v.cell ~= move.to then
            pays = true
        end
    end
    if not far or pays then
        return true
    end
    local effects = {}
    for _, v in ipairs(move.victims) do
        if v.cell == far or option("protection") == "after" then
            table.insert(effects, {capture = v.cell})
        end
    end
    table.insert(effects, {move = move.from, to = far})
    return not protected(far, OTHER[move.owner], effects) or "the lion is protected"
end

-- A number for each move of the game, so that nothing needs to be taken back when the next move comes.
local function now(player)
    return (turn() % 4000) * 2 + (player == "white" and 1 or 2)
end

--- When a piece other than a lion has captured a lion, the opponent's next move may capture a lion with a lion only, or on the cell
--- where that capture ended.
--- ru: Если льва взял не лев, следующим ходом противник берёт льва только львом или на том поле, где кончилось это взятие.
function no_exchange(move)
    local ago = now(move.owner) - counter("lion-ply")
    if counter("lion-ply") == 0 or ago ~= 1 or move.captured_at == counter("lion-cell") then
        return true
    elseif option("counterstrike") == "okazaki" then
        local effects = {{capture = move.captured_at}, {move = move.from, to = move.captured_at}}
        return not protected(move.captured_at, OTHER[move.owner], effects) or "the lion is protected"
    end
    return "a lion was captured by another piece just now"
end

---
function lion_lost(move)
    return {{counter = "lion-cell", set = move.to}, {counter = "lion-ply", set = now(move.owner)}}
end

local function is_dead(c, kind, player)
    return rank(c) == LAST[player] and (kind == "pawn" or kind == "lance")
end

-- A player's royal pieces, and the others that can still move; and whether one of these is more than a pawn or go-between.
local function army(player)
    local royal, others, strong = {}, {}, false
    for _, c in ipairs(pieces(player)) do
        local kind = piece(c)
        if kind == "king" or kind == "prince" then
            table.insert(royal, c)
        elseif not is_dead(c, kind, player) then
            table.insert(others, c)
            strong = strong or not MINOR[kind]
        end
    end
    return royal, others, strong
end

--- A player who has nothing but one royal piece has lost to an army with more than pawns and go-betweens, unless the next move can
--- capture the opponent's only royal piece or the only other one. A pawn or lance on its last rank does not count.
--- ru: Игрок, у которого осталась лишь одна царская фигура, проиграл войску сильнее пешек и посредников, если не может сразу взять
--- ru: единственную царскую фигуру противника или единственную остальную. Пешки и копья на последней горизонтали не в счёт.
function bare_king()
    for _, bare in ipairs(players) do
        local royal, others = army(bare)
        if #royal == 1 and #others == 0 then
            local enemy_royal, rest, strong = army(OTHER[bare])
            local answers = side_to_move() == bare and #enemy_royal == 1 and
                (attacked(enemy_royal[1], bare) or #rest == 1 and attacked(rest[1], bare))
            if strong and #enemy_royal > 0 and not answers then
                return {winner = OTHER[bare], reason = "bare king"}
            end
        end
    end
end

local function attacks_royal(player)
    for _, kind in ipairs({"king", "prince"}) do
        for _, c in ipairs(pieces(OTHER[player], kind)) do
            if attacked(c, player) then
                return true
            end
        end
    end
    return false
end

--- A side that attacked a king or prince with each of its moves since the position stood first loses.
--- ru: Проигрывает сторона, которая каждым своим ходом с первого появления позиции нападала на короля или принца.
function perpetual_check()
    local checks = {white = true, black = true}
    for number, ply in ipairs(cycle()) do
        checks[ply.owner] = checks[ply.owner] and at_ply(number + 1, attacks_royal, ply.owner)
    end
    if checks.white ~= checks.black then
        return {winner = checks.white and "black" or "white", reason = "perpetual check"}
    end
end
