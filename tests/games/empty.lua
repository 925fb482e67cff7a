-- An empty board of any size.
function empty()
    local last_file, ranks = 1, 1
    while cell(last_file + 1, 1) do
        last_file = last_file + 1
    end
    while cell(1, ranks + 1) do
        ranks = ranks + 1
    end
    local rows = {}
    for r = 1, ranks do
        rows[r] = tostring(last_file)
    end
    return table.concat(rows, "/") .. " " .. string.sub(players[1], 1, 1)
end
