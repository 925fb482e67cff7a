-- Before the first move each player says how the own pieces are set up: which corner has the dragon, and on which
-- side of the king the spy is. The moves are written as the back rank, from the a-file.
local function stand(one, other, row, left, right)
    local a, b = cell(left, row), cell(right, row)
    local here, there = piece(a), piece(b)
    return owner(a) == side_to_move() and owner(b) == side_to_move() and
        (here == one and there == other or here == other and there == one)
end

-- In a position from the middle of a game no player sets up pieces any more, whatever the counter says.
local function arranging()
    local row = side_to_move() == "white" and 1 or 8
    return counter("arranged") < 2 and not piece(cell(4, 4)) and stand("dragon", "officer", row, 1, 8) and
        stand("king", "spy", row, 4, 5)
end

local function array(row, corners, centre)
    local effects = {{counter = "arranged", add = 1}}
    if corners ~= piece(cell(1, row)) then
        local other = piece(cell(1, row))
        table.insert(effects, {transform = cell(1, row), into = corners})
        table.insert(effects, {transform = cell(8, row), into = other})
    end
    if centre ~= piece(cell(4, row)) then
        local spare = cell(4, 4)
        table.insert(effects, {move = cell(4, row), to = spare})
        table.insert(effects, {move = cell(5, row), to = cell(4, row)})
        table.insert(effects, {move = spare, to = cell(5, row)})
    end
    return effects
end

--- Before the first move each player says which corner has the dragon and on which side of the king the spy is.
--- ru: Перед первым ходом каждый игрок говорит, в каком углу стоит дракон и с какой стороны от короля шпион.
function arrays()
    if not arranging() then
        return {}
    end
    local row = side_to_move() == "white" and 1 or 8
    local moves = {}
    for _, way in ipairs({{"dragon", "spy", "ilxwkxlc"}, {"officer", "spy", "clxwkxli"},
                          {"dragon", "king", "ilxkwxlc"}, {"officer", "king", "clxkwxli"}}) do
        local made = array(row, way[1], way[2])
        made.text = way[3]
        made.from = cell(1, row)
        made.to = cell(8, row)
        table.insert(moves, made)
    end
    return moves
end

--- No piece moves before both players have set up theirs.
--- ru: Пока обе стороны не расставили фигуры, никто не ходит.
function after_arranging(move)
    return not arranging() or "the pieces are being set up"
end
