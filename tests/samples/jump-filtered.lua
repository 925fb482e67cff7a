--- No move ends on the first or the last file.
function to_middle(from, to, owner)
    return to % 6 % 5 > 0
end

--- The king captures no piece on a cell that its own footmen could capture on.
function apart(move)
    return not move.captured or #attackers(move.to, move.owner) < 2
end
