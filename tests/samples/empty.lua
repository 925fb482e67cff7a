-- An empty board of whatever shape: how many cells each row has, from the last to the first, level by level.
function empty()
    local rows = {}
    for c = 0, cells() - 1 do
        local l, r = level(c), rank(c)
        rows[l] = rows[l] or {}
        rows[l][r] = (rows[l][r] or 0) + 1
    end
    local highest = 0
    for l = 1, #rows do
        for r = 1, 36 do
            highest = rows[l][r] and r > highest and r or highest
        end
    end
    local words = {}
    for l = 1, #rows do
        local line = {}
        for r = highest, 1, -1 do
            line[#line + 1] = rows[l][r] and tostring(rows[l][r]) or ""
        end
        words[l] = table.concat(line, "/")
    end
    return table.concat(words, "|") .. " " .. string.sub(players[1], 1, 1)
end
