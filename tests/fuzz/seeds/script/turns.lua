function effects(move)
    return {{acts = move.owner}, {give = move.to, to = mover()}, {put = (move.to + 7) % cells(), piece = "pawn", owner = move.owner}}
end
function effects2(move)
    return {{take = move.to}, {lift = move.from or 0}, {right = "k", owner = move.owner, set = true}, {passed = 3, by = 9}}
end
