function after_move(move)
    return {{puts = 12, piece = "queen", owner = move.owner}}
end
