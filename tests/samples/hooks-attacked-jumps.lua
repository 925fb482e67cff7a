-- A pawn or a hopper goes only where none of its own pieces, and an odd number of enemies, could capture it.
function goes_safely(move)
    local enemy = move.owner == "white" and "black" or "white"
    return not attacked(move.to, move.owner) or #attackers(move.to, enemy) % 2 == 1
end
