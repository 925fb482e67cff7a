function both_moves(move)
    if count("white") % 3 == 0 then
        return {{text = "x", {hand = "white", piece = "rook", add = 1}}}
    end
    return nil
end
