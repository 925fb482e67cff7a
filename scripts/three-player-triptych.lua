-- Chess for three: the end of each board, and the points.

local WHITE_WON, BLACK_WON, DRAWN = 1, 2, 3

-- The two players of a board, White first.
local function players_of(board)
    return players[2 * board - 1], players[2 * board]
end

local function result_of(board)
    return counter("board-" .. board)
end

-- The effects of a move on the board, perhaps with its result: the turn goes to the next board that is not over. `other`
-- is to move on this one.
local function go_on(board, result, other)
    local effects = {}
    if result then
        table.insert(effects, {counter = "board-" .. board, set = result})
    end
    for step = 0, 1 do
        local next_board = (board + step) % 3 + 1
        if result_of(next_board) == 0 then
            local white, black = players_of(next_board)
            table.insert(effects, {next_player = is_to_move(white) and white or black})
            return effects
        end
    end
    table.insert(effects, {next_player = other})
    return effects
end

-- Whether no moves could mate: bare kings, or one knight, or bishops of one shade besides them.
local function is_dead(board)
    local white, black = players_of(board)
    for _, kind in ipairs({"pawn", "rook", "queen"}) do
        if count(white, kind) > 0 or count(black, kind) > 0 then
            return false
        end
    end
    local knights, shades, bishops = count(white, "knight") + count(black, "knight"), {}, 0
    for _, player in ipairs({white, black}) do
        for _, c in ipairs(pieces(player, "bishop")) do
            bishops, shades[(file(c) + rank(c)) % 2] = bishops + 1, true
        end
    end
    return knights == 0 and not (shades[0] and shades[1]) or knights == 1 and bishops == 0
end

--- A board is over by checkmate, by stalemate, when neither side could mate, or by the claim of fifty moves without
--- progress. The others go on without it.
--- ru: На доске всё кончено при мате, пате, когда никто не мог бы дать мат, или по требованию после пятидесяти ходов без
--- взятий и ходов пешек. На других досках играют дальше.
function finish(move)
    local board = level(move.to)
    local white, black = players_of(board)
    local other = move.owner == white and black or white
    if no_moves(other) then
        local won = other == black and WHITE_WON or BLACK_WON
        return go_on(board, check(other) and won or DRAWN, other)
    end
    return go_on(board, is_dead(board) and DRAWN or nil, other)
end

--- After fifty moves of each side on a board without a capture or a pawn's move, the player to move there may claim a
--- draw of that board, written as `1:claim-draw`.
--- ru: После пятидесяти ходов каждого на доске без взятий и ходов пешек тот, чей ход, может требовать на ней ничью; это
--- пишется как `1:claim-draw`.
function claims()
    for board = 1, 3 do
        local white, black = players_of(board)
        local me = side_to_move()
        if (me == white or me == black) and result_of(board) == 0 and halfmove_clock() >= 100 then
            local claim = go_on(board, DRAWN, me == white and black or white)
            claim.text = board .. ":claim-draw"
            return {claim}
        end
    end
    return {}
end

--- Nothing moves on a board that is over.
--- ru: На доске, где всё кончено, никто не ходит.
function open_board(move)
    return result_of(level(move.to)) == 0 or "that board is over"
end

--- A board won counts a point, a board drawn half a point for each. When all boards are over the most points win; an
--- equal first place is a draw.
--- ru: Выигранная доска — очко, ничья — по пол-очка. Когда все доски кончены, побеждает тот, у кого больше очков; при
--- дележе первого места — ничья.
function points()
    local halves = {0, 0, 0} -- of A, B and C
    for board = 1, 3 do
        local result, black = result_of(board), board % 3 + 1
        if result == 0 then
            return nil
        end
        halves[board] = halves[board] + (result == WHITE_WON and 2 or result == DRAWN and 1 or 0)
        halves[black] = halves[black] + (result == BLACK_WON and 2 or result == DRAWN and 1 or 0)
    end
    local most, text = math.max(halves[1], halves[2], halves[3]), {}
    local winner, first = nil, 0
    for i, name_of in ipairs({"A", "B", "C"}) do
        local half = halves[i]
        table.insert(text, name_of .. " " .. half // 2 .. (half % 2 == 1 and ".5" or ""))
        if half == most then
            winner, first = (players_of(i)), first + 1
        end
    end
    local reason = table.concat(text, ", ")
    return first == 1 and {winner = winner, reason = reason} or {result = "draw", reason = reason}
end
