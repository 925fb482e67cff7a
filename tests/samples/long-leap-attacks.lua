--- A footman goes to no cell that its own side attacks.
function apart(move)
    return not attacked(move.to, move.owner)
end
