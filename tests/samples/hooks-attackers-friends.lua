--- A piece may be captured only by one that a friend stands behind: an enemy is supposed on the cell of the captor.
function backed(move)
    return #attackers(move.to, move.owner) > 0 or "nobody stands behind it"
end
