--- A block is dropped only where a runner of the player who drops it could go.
function beside(move)
    return attacked(move.to, move.owner)
end
