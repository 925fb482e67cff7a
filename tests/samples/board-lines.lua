-- What `along: lines` does, said by a script.
function beside(piece, owner, from)
    local found = {}
    for _, line in ipairs(lines(from)) do
        for i = 1, #line do
            if line[i] == from and line[i - 1] then
                found[#found + 1] = line[i - 1]
            end
            if line[i] == from and line[i + 1] then
                found[#found + 1] = line[i + 1]
            end
        end
    end
    return found
end
