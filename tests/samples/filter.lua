-- One way over the middle for each side, and the king of the first player stays at home.
function passes(from, to, owner)
    local there = rank(to) - rank(from)
    if rank(from) <= 4 and rank(to) > 4 then
        return owner == "white" or file(from) == file(to)
    end
    return there ~= 0 or owner == "white" or file(to) > file(from) or file(from) % 2 == 0
end
