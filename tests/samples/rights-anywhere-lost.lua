--- A scout may change into a rook, or be given to the opponent.
function change_piece()
    for from = 0, cells() - 1 do
        if owner(from) == side_to_move() and piece(from) == "scout" then
            return {
                {text = "change", {transform = from, into = "rook"}},
                {text = "give", {give = from, to = side_to_move() == "white" and "black" or "white"}},
            }
        end
    end
    return {}
end
