-- What is dropped pushes a piece of its own kind in front of it off the board.
function lift(move)
    local there = move.to and move.to + 4
    if there and there < cells() and piece(there) == move.piece and owner(there) == move.owner then
        return {{capture = there}}
    end
end
