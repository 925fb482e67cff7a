--- A stone is not dropped straight next to an enemy stone.
function apart(move)
    for _, way in ipairs({{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) do
        local c = cell(file(move.to) + way[1], rank(move.to) + way[2])
        if c and owner(c) and owner(c) ~= move.owner then
            return "an enemy stone stands beside"
        end
    end
    return true
end
