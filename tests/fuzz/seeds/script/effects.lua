function effects(move)
    local enemy = move.owner == players[1] and players[2] or players[1]
    return {
        {counter = "count", add = 1}, {hand = enemy, piece = "pawn", add = 1},
        move.captured and {transform = move.to, into = move.captured == "king" and "rook" or move.captured} or {halfmove_clock = 2},
    }
end
function allows(move)
    return not attacked(move.to, move.owner == players[1] and players[2] or players[1])
end
function ending()
    if counter("count") > 2 then
        return {winner = side_to_move(), reason = "enough"}
    end
    if no_moves() then return {result = "draw"} end
end
