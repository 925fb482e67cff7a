-- Kingchess: bishops of different colours, and the right to castle of pieces that were entered on their first cells.

local BACK = {white = 1, black = 8}

local function shade(c) -- 1 dark, 2 light
    return (file(c) + rank(c)) % 2 + 1
end

-- The colour of the first bishop's cell while the second is in hand; nil when the next bishop may go anywhere.
local function taken_shade(player)
    if in_hand(player, "bishop") ~= 1 then
        return nil
    end
    local first = pieces(player, "bishop")[1]
    local there = first and shade(first)
    local memory = counter(player .. "-bishop")
    if memory > 0 and (there or option("bishop_memory") == "true") then
        return memory
    end
    return there
end

--- A player's two bishops must be entered on cells of different colours.
--- ru: Два слона игрока вводятся на поля разного цвета.
function right_shade(move)
    if taken_shade(move.owner) == shade(move.to) then
        return "the other bishop was entered on a cell of this colour"
    end
end

-- Remembered from the entry of the first bishop to that of the second.
--- The colour of the first bishop's cell is remembered until the second is entered.
--- ru: Цвет поля первого слона помнят, пока не введён второй.
function bishop_entered(move)
    local first = in_hand(move.owner, "bishop") == 1
    return {{counter = move.owner .. "-bishop", set = first and shade(move.to) or 0}}
end

local function castling(player, effects, letter, corner)
    if piece(corner) == "rook" and owner(corner) == player then
        table.insert(effects, {right = letter, owner = player, set = true})
    end
end

-- A king that was entered on its first cell has the right `e` until it moves, and may castle with rooks that were
-- entered before it.
--- A king that was entered on its own first cell may castle, until it moves, with rooks that were entered in their
--- corners.
--- ru: Король, введённый на своё исходное поле, может, пока не ходил, рокироваться с ладьями, введёнными в своих
--- углах.
function king_entered(move)
    local effects = {{right = "e", owner = move.owner, set = true}}
    castling(move.owner, effects, "k", cell(8, BACK[move.owner]))
    castling(move.owner, effects, "q", cell(1, BACK[move.owner]))
    return effects
end

--- A rook entered in its corner may take part in castling.
--- ru: Ладья, введённая в своём углу, может участвовать в рокировке.
function rook_entered(move)
    if right("e", move.owner) then
        return {{right = file(move.to) == 8 and "k" or "q", owner = move.owner, set = true}}
    end
end
