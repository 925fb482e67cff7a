--- Only a piece guarded by an own knight moves as a knight.
function relay(move)
    if move.piece == "knight" or move.piece == "pawn" or not move.from then
        return true
    end
    local df, dr = math.abs(file(move.to) - file(move.from)), math.abs(rank(move.to) - rank(move.from))
    if not (df == 1 and dr == 2 or df == 2 and dr == 1) then
        return true
    end
    for _, s in ipairs({{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}) do
        local c = cell(file(move.from) + s[1], rank(move.from) + s[2])
        if c and piece(c) == "knight" and owner(c) == move.owner then
            return true
        end
    end
    return false
end
