--- A stone is dropped straight next to one of its player's.
function beside(move)
    for _, way in ipairs({{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) do
        local c = cell(file(move.to) + way[1], rank(move.to) + way[2])
        if c and owner(c) == move.owner then
            return true
        end
    end
    return "no stone of one's own stands beside"
end

--- The player with more stones wins.
function more()
    local white, black = count("white"), count("black")
    if white ~= black then
        return {winner = white > black and "white" or "black"}
    end
end
