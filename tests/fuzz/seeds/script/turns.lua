function effects(move)
    return {{next_player = move.owner}, {give = move.to, to = side_to_move()}, {put = (move.to + 7) % cells(), piece = "pawn", owner = move.owner}}
end
function effects2(move)
    return {{capture = move.to}, {to_hand = move.from or 0}, {right = "k", owner = move.owner, set = true}, {en_passant = 3, by = 9}}
end
