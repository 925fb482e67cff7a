-- Circe chess: where captured pieces are reborn.

-- The file of the first cell of a piece on the queen's side; the other first cell is its mirror image and has the
-- other shade.
local FILE = {rook = 1, knight = 2, bishop = 3}

local function shade(c)
    return (file(c) + rank(c)) % 2
end

local function birthplace(kind, owner, taken_at)
    local back = owner == "white" and 1 or 8
    if kind == "pawn" then
        return cell(file(taken_at), owner == "white" and 2 or 7)
    elseif kind == "queen" then
        return cell(4, back)
    end
    local first = cell(FILE[kind], back)
    return shade(first) == shade(taken_at) and first or cell(9 - FILE[kind], back)
end

-- Live: after captures, and after every move if captures may not be reversed at once.
--- A captured piece is reborn on the cell where such a piece begins the game, if that cell is empty; otherwise it is
--- gone. A queen has one such cell, a pawn the one on the file where it was captured; a rook, bishop or knight the
--- one that has the colour of the cell where it was captured.
--- ru: Взятая фигура возрождается на поле, с которого такая фигура начинает игру, если оно свободно; иначе она
--- выбывает. У ферзя такое поле одно, у пешки — на той вертикали, где её взяли; у ладьи, слона и коня — то из
--- двух, что одного цвета с полем взятия.
function rebirth(move)
    local effects = {}
    local where = move.captured and birthplace(move.captured, move.captured_owner, move.captured_at)
    if where and piece(where) then
        where = nil
    end
    if where then
        table.insert(effects, {put = where, piece = move.captured, owner = move.captured_owner})
    end
    if where and move.captured == "rook" and option("reborn_castling") == "yes" and right("m", move.captured_owner) then
        table.insert(effects, {right = file(where) == 1 and "q" or "k", owner = move.captured_owner, set = true})
    end
    if option("no_immediate_reversal") == "yes" then
        table.insert(effects, {counter = "last-from", set = where and move.from + 1 or 0})
        table.insert(effects, {counter = "last-to", set = where and move.to + 1 or 0})
        table.insert(effects, {counter = "last-reborn", set = where and where + 1 or 0})
    end
    return effects
end

-- Live: the piece that was just reborn may not capture back at once, if that sends the captured piece to where it
-- came from.
--- The piece that was just reborn may not capture back at once, if that would send the captured piece to where it
--- came from.
--- ru: Только что возрождённая фигура не может сразу взять взявшую, если та вернулась бы туда, откуда пришла.
function no_reversal(move)
    if move.from + 1 == counter("last-reborn") and move.to + 1 == counter("last-to") then
        local back = birthplace(move.captured, move.captured_owner, move.captured_at)
        return back + 1 ~= counter("last-from") or "it would only reverse the last capture"
    end
end
