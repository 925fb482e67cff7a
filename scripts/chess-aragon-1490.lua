-- Aragon: the queen that a pawn promotes to, and the loss of the queen.

local ENEMY = {white = "black", black = "white"}
local NEW = {off = "queen", amazon = "new-queen", old = "new-lady"}
local LADIES = {off = {"queen"}, amazon = {"queen", "new-queen"}, old = {"queen", "new-lady", "lady"}}

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
