function after_move(move)
    return {{take = cell("e8")}}
end
