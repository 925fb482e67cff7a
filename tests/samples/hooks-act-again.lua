function again(move)
    return {{next_player = move.owner}}
end
