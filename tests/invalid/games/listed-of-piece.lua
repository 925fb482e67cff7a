function list(move)
    return {{to = move.to, {move = move.from, to = cell("e5")}}}
end
