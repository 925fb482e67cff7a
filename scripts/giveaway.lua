-- The player to move has no move: the player with fewer pieces wins, equal numbers draw.
--- When the player to move has no move, the player with fewer pieces wins; equal numbers draw.
--- ru: Когда ходящему нечем ходить, выигрывает тот, у кого меньше фигур; поровну — ничья.
function fewer_units()
    if not no_moves() then
        return nil
    end
    local first, second = count(players[1]), count(players[2])
    if first == second then
        return {result = "draw", reason = "stalemate"}
    end
    return {winner = first < second and players[1] or players[2], reason = "stalemate"}
end
