function choose(move)
    return {{}, {text = "+c", to = move.to}}
end
