local function over(board)
    return counter("over-" .. board) ~= 0
end

local function next_after(board, other)
    local white, black = players[5 - 2 * board], players[6 - 2 * board]
    return {next_player = over(3 - board) and other or is_to_move(white) and white or black}
end

local function opponent(player)
    for i, name_of in ipairs(players) do
        if name_of == player then
            return players[i % 2 == 1 and i + 1 or i - 1], (i + 1) // 2
        end
    end
end

function finish(move)
    local other, board = opponent(move.owner)
    local effects = {next_after(board, other)}
    if no_moves(other) then
        table.insert(effects, {counter = "over-" .. board, set = check(other) and (move.owner == players[2 * board] and 2 or 1) or 3})
    end
    return effects
end

function quiet()
    local other, board = opponent(side_to_move())
    if over(board) or halfmove_clock() < 20 then
        return {}
    end
    return {{text = board .. ":quiet", {counter = "over-" .. board, set = 3}, next_after(board, other)}}
end

function open_board(move)
    local _, board = opponent(move.owner)
    return not over(board)
end

function all_over()
    if over(1) and over(2) then
        local one = (counter("over-1") == 1 and 1 or 0) + (counter("over-2") == 2 and 1 or 0)
        local two = (counter("over-1") == 2 and 1 or 0) + (counter("over-2") == 1 and 1 or 0)
        return one == two and {result = "draw"} or {winner = players[one > two and 1 or 2]}
    end
end
