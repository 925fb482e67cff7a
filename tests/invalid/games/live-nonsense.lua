function after_move(move)
    return {{put = 12, piece = "quene", owner = move.owner}}
end
