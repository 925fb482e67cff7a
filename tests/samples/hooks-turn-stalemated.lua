--- Who captures moves again.
function again(move)
    return {{next_player = move.owner}}
end
