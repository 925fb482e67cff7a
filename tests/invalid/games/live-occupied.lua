function after_move(move)
    return {{put = move.to, piece = "queen", owner = move.owner}}
end
