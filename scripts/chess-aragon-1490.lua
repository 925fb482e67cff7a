-- Aragon: the king's leap, the queen that a pawn promotes to, and the loss of the queen.

local ENEMY = {white = "black", black = "white"}
local NEW = {off = "queen", amazon = "new-queen", old = "new-lady"}
local LADIES = {off = {"queen"}, amazon = {"queen", "new-queen"}, old = {"queen", "new-lady", "lady"}}

-- The cells next to start and goal: the middle of a straight or diagonal leap, or two beside a knight's.
local function middles(from, to)
    local f, r = file(from) + file(to), rank(from) + rank(to)
    return cell(f // 2, r // 2), cell((f + 1) // 2, (r + 1) // 2)
end

--- The king may not leap over an attacked cell; of the two cells that a knight's leap crosses one may be attacked.
--- ru: Король не прыгает через битое поле; из двух полей на пути хода коня одно может быть под боем.
function crosses(move)
    if math.abs(file(move.to) - file(move.from)) < 2 and math.abs(rank(move.to) - rank(move.from)) < 2 then
        return true
    end
    local one, other = middles(move.from, move.to)
    if attacked(one, ENEMY[move.owner]) and attacked(other, ENEMY[move.owner]) then
        return "the king would leap over an attacked cell"
    end
end

--- A pawn on the last rank promotes to a queen if its side has none; else it stays a pawn.
--- ru: Пешка на последней горизонтали становится ферзём, если у её стороны ферзя нет, иначе остаётся пешкой.
function crowned(move)
    for _, lady in ipairs(LADIES[option("lucena")]) do
        if count(move.owner, lady) > 0 then
            return nil
        end
    end
    return {{transform = move.to, into = NEW[option("lucena")]}}
end

--- A captured queen is noted.
--- ru: Взятие ферзя отмечается.
function queen_captured(move)
    return {{counter = "queen-lost", set = 1}}
end

--- The player whose queen is captured loses.
--- ru: Проигрывает тот, у кого взяли ферзя.
--- goal: Capture the enemy queen.
--- goal ru: Взять ферзя противника.
function queen_lost()
    return {winner = ENEMY[side_to_move()]}
end
