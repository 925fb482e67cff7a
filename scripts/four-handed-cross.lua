-- A team whose players are both checkmated has lost, unless some king is stalemated at that moment: then the game is
-- drawn.

local MATED, STALEMATED, OUT = 1, 2, 3

local function is_mated(player)
    local stuck = counter(player .. "-missed")
    return stuck == MATED or stuck == OUT
end

--- A team whose players are both checkmated has lost, unless some king is stalemated at that moment: then it is a
--- draw.
--- ru: Команда, у которой заматованы оба игрока, проиграла, если только в этот миг какой-нибудь король не запатован:
--- тогда ничья.
--- goal: Checkmate both players of the other team.
--- goal ru: Поставить мат обоим игрокам другой команды.
function both_mated()
    for seat = 1, 2 do
        if is_mated(players[seat]) and is_mated(players[seat + 2]) then
            for _, player in ipairs(players) do
                if counter(player .. "-missed") == STALEMATED then
                    return {result = "draw", reason = "mate with a stalemate"}
                end
            end
            return {winner = players[seat % 2 + 1]}
        end
    end
end
