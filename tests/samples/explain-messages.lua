-- The rook on the guard's own corner of file h goes one step ahead, if it can.
function call(move)
    local home = cell(8, move.owner == "white" and 1 or 8)
    local ahead = cell(8, move.owner == "white" and 2 or 7)
    if piece(home) == "rook" and owner(home) == move.owner and not piece(ahead) then
        return {{move = home, to = ahead}}
    end
end

-- A player who captures gets a guard on their corner of file a, if it is free.
function reward(move)
    local corner = cell(1, move.owner == "white" and 1 or 8)
    if not piece(corner) then
        return {{put = corner, piece = "guard", owner = move.owner}}
    end
end
