local PARTNER = {}
for i, player in ipairs(players) do
    PARTNER[player] = players[(i + 1) % 4 + 1]
end

function leave(move)
    local effects = {}
    if count(move.captured_owner, "queen") == 0 then
        table.insert(effects, {counter = move.captured_owner .. "-missed", set = 3})
    end
    if move.piece == "rook" and counter(PARTNER[move.owner] .. "-missed") == 3 then
        table.insert(effects, {counter = PARTNER[move.owner] .. "-missed", set = 0})
    end
    return effects
end

function all_out()
    for i = 1, 2 do
        if counter(players[i] .. "-missed") == 3 and counter(players[i + 2] .. "-missed") == 3 then
            return {winner = players[3 - i]}
        end
    end
end
