-- A check removes the piece that stands on the cell whose number is the goal, if there is one.
function falls(move)
    local there = (move.to * 3 + 4) % cells()
    if piece(there) and not is_royal(there) and there ~= move.to then
        return {{capture = there}}
    end
end

-- A move may leave a rook on an empty cell.
function leaves(move)
    local there = (move.to * 2 + 3) % cells()
    if not piece(there) then
        return {{}, {text = "(" .. name(there) .. ")", {put = there, piece = "rook", owner = move.owner}}}
    end
end
