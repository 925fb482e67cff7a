-- Chess960: the 960 arrays by Scharnagl's numbers, and where king and rook end when they castle.

-- Which two of the five cells that bishops and queen leave free get the knights (counted from 0).
local KNIGHTS = {
    {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4},
}

local FILES = {"a", "b", "c", "d", "e", "f", "g", "h"}

-- Puts `letter` on the free cell number `index` (from 0, from the left).
local function place(row, letter, index)
    for file_number = 1, 8 do
        if not row[file_number] then
            if index == 0 then
                row[file_number] = letter
                return
            end
            index = index - 1
        end
    end
end

-- The eight letters of array `number`, from the a-file on.
local function array(number)
    if number < 0 or number > 959 then
        error("there are arrays 0 to 959, not " .. number)
    end
    local row = {}
    row[number % 4 * 2 + 2] = "B"       -- a light bishop on b, d, f or h
    number = number // 4
    row[number % 4 * 2 + 1] = "B"       -- a dark one on a, c, e or g
    number = number // 4
    place(row, "Q", number % 6)
    local knights = KNIGHTS[number // 6 + 1]
    place(row, "N", knights[2])         -- the right one first, so that the index of the left one stays right
    place(row, "N", knights[1])
    place(row, "R", 0)                  -- three cells are left: rook, king, rook
    place(row, "K", 0)
    place(row, "R", 0)
    return row
end

-- The files of the rooks, the outer one on the h-side first: castling rights as in Shredder-FEN.
local function rights(row)
    local letters = {}
    for file_number = 8, 1, -1 do
        if row[file_number] == "R" then
            table.insert(letters, FILES[file_number])
        end
    end
    return table.concat(letters)
end

-- The start with array `number` for White and `second` for Black (the same unless both sides draw their own).
--- The start is one of 960 arrays, by Scharnagl's numbers.
--- ru: Начальная позиция — одна из 960, по номерам Шарнагля.
function start_array(number, second)
    local white, black = array(number), array(second)
    return string.lower(table.concat(black)) .. "/pppppppp/8/8/8/8/PPPPPPPP/" .. table.concat(white)
        .. " w " .. string.upper(rights(white)) .. rights(black) .. " - 0 1"
end

-- Staged: towards the h-side the king ends on g and the rook on f, else on c and d, wherever they began.
--- Towards the h-file the king ends on g and the rook on f, else the king on c and the rook on d, wherever they began.
--- ru: При рокировке в сторону вертикали h король приходит на g, а ладья на f, иначе король на c, а ладья на d, где бы
--- они ни начинали.
function castling_ends(king, partner, owner)
    local home = rank(king)
    if file(partner) > file(king) then
        return {king = cell(7, home), partner = cell(6, home)}
    end
    return {king = cell(3, home), partner = cell(4, home)}
end
