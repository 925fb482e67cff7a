local steps = "a name that the other script has, too"

--- A leaper that captures falls to the first rank of its file, if that cell is empty.
function fall(move)
    local home = cell(file(move.to), 1)
    if #steps > 0 and not piece(home) then
        return {{move = move.to, to = home}}
    end
end
