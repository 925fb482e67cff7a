-- The owner of what has moved gets the piece on the next cell.
function give_next(move)
    local there = move.to and move.to + 1
    if there and there < cells() and piece(there) and not is_royal(there) and owner(there) ~= move.owner then
        return {{give = there, to = move.owner}}
    end
end
