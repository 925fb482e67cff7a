function again(move)
    return {{acts = move.owner}}
end
