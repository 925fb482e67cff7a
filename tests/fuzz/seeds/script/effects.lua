function effects(move)
    local enemy = move.owner == players[1] and players[2] or players[1]
    return {
        {counter = "count", add = 1}, {hand = enemy, piece = "pawn", add = 1},
        move.taken and {turn = move.to, into = move.taken == "king" and "rook" or move.taken} or {quiet = 2},
    }
end
function allows(move)
    return not attacked(move.to, move.owner == players[1] and players[2] or players[1])
end
function ending()
    if counter("count") > 2 then
        return {winner = mover(), reason = "enough"}
    end
    if stuck() then return {result = "draw"} end
end
