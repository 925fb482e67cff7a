-- The board is cut into blocks of two by two cells; a move or an attack inside a block is none.

local function block(coordinate)
    return (coordinate - 1) // 2
end

-- staged: may a man go from one cell to the other, or attack it?
function leaves_block(from, to, owner)
    return block(file(from)) ~= block(file(to)) or block(rank(from)) ~= block(rank(to))
end
