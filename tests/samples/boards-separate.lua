function upstairs(piece, owner, from)
    local other, middle = (from + cells() / 2) % cells(), (from + 5) % cells()
    if middle == from or middle == other then return {other} end
    return {other, {middle, other}, {other, middle}}
end
