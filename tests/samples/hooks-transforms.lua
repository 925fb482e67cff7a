--- A piece that captures a pawn changes into a knight.
function changes(move)
    if move.captured == "pawn" then
        return {{transform = move.to, into = "knight"}}
    end
end
