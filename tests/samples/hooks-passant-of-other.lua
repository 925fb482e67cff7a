--- A pawn that goes to b3 lets the pawn on d2 be captured on d3.
function opens(move)
    if name(move.to) == "b3" and piece(cell("d2")) and not piece(cell("d3")) then
        return {{en_passant = cell("d3"), by = cell("d2")}}
    end
end
