function after_move(move)
    return {{counter = "moves", add = 1}}
end
