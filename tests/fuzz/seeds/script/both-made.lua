function both_made(move)
    if not move then
        return check("white") and {result = "draw", reason = "check"} or nil
    end
    return not before(check, move.owner) or "it stood in check"
end
