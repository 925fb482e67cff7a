function both_effects(move)
    if not move then
        return count("black") < 5 and {winner = "white", reason = "few are left"} or nil
    end
    return {{hand = move.owner, piece = "knight", add = 1}, {counter = "count", add = 1}}
end
