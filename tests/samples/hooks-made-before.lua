local MIDDLE = cell("c3")

local function enemies(player)
    return player == "white" and "black" or "white"
end

local function attacks(player)
    return #attackers(MIDDLE, player)
end

function hop()
    local list = {}
    for from = 0, cells() - 1 do
        if piece(from) == "rook" and owner(from) == side_to_move() and not piece(MIDDLE) then
            table.insert(list, {text = "hop(" .. name(from) .. ")", from = from, to = MIDDLE, {move = from, to = MIDDLE}})
        end
    end
    table.insert(list, {text = "swap"}) -- without cells
    return list
end

function steady(move)
    local listed = not move.piece and move.from
    if listed and before(piece, move.from) ~= "rook" or not listed and not move.piece and move.to then
        return "a hop is by a rook"
    end
    return attacks(enemies(move.owner)) <= before(attacks, enemies(move.owner)) or "the middle was safer"
end
