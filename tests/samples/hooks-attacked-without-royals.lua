--- No move may end on a cell that its player attacks.
function not_between(move)
    return not attacked(move.to, move.owner)
end
