-- Staged: from a corner to another.
function corners(piece, owner, from)
    return from == 0 and {63} or {}
end
