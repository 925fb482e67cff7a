function both_leaps(a, b, c)
    if not a then
        return halfmove_clock() > 2 and {result = "draw"} or nil
    end
    return {(c + 7) % cells()}
end
