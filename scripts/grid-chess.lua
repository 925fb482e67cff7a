-- The board is cut into blocks of two by two cells; a piece can neither move nor attack inside its block.

local function block(coordinate)
    return (coordinate - 1) // 2
end

-- Staged: whether a piece may go from one cell to the other, or attack it.
--- A grid cuts the board into blocks of two by two cells; every move must leave the block where it began, and a
--- piece attacks nothing inside its own block.
--- ru: Сетка делит доску на клетки два на два поля; каждый ход должен выйти из своей клетки, и нападение внутри неё не
--- действует.
function leaves_block(from, to, owner)
    return block(file(from)) ~= block(file(to)) or block(rank(from)) ~= block(rank(to))
end
