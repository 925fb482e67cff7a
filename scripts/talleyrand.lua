-- Talleyrand chess: when a bare king cannot be mated, and what the die allows.

local RANK = {pawn = 1, knight = 2, bishop = 3, rook = 4, queen = 5, king = 6}

local function can_mate(player)
    local has = {}
    for c = 0, cells() - 1 do
        if owner(c) == player and not is_royal(c) then
            local pieces = stack(c)
            for i = option("powers") == "dual" and 1 or #pieces, #pieces do
                local kind = pieces[i].piece
                has[kind == "bishop" and (file(c) + rank(c)) % 2 or kind] = true
            end
        end
    end
    return has.queen or has.rook or has.pawn or (has[0] and has[1]) or (has.knight and (has[0] or has[1]))
end

-- live: an ending
--- When a player has only the king left, the game is drawn if the opponent could not mate. To mate takes the movement
--- of a queen, a rook or a pawn, or of a bishop and a knight, or of bishops on cells of both shades.
--- ru: Если у игрока остался один король, а сопернику поставить мат нечем, ничья. Для мата нужна сила ферзя, ладьи или
--- пешки, слона и коня или слонов на полях обоих цветов.
function cannot_mate()
    for i, player in ipairs(players) do
        if count(player) == 1 and not can_mate(players[3 - i]) then
            return {result = "draw"}
        end
    end
end

-- live: legal, with a die
--- The die names a piece: 1 a pawn, 2 a knight, 3 a bishop, 4 a rook, 5 a queen, 6 a king. The player moves a stack with
--- that piece or a lower one on top. A 4 or a 6 allows castling. On 6x6 a 3 allows no move.
--- ru: Кость называет фигуру: 1 пешка, 2 конь, 3 слон, 4 ладья, 5 ферзь, 6 король. Игрок ходит башней, наверху которой эта
--- фигура или младшая. Рокировать можно при 4 и 6. На доске 6 на 6 при 3 хода нет.
function rolled(move)
    local face = dice()[1]
    local castles = move.piece == "king" and math.abs(file(move.from) - file(move.to)) == 2 and #stack(move.from) == 1
    if not face or (castles and face == 4) then
        return true
    elseif face == 3 and option("board") == "6x6" then
        return "there is no bishop"
    end
    return RANK[move.piece] <= face
end
