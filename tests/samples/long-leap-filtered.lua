--- Nothing comes to the first or the last file.
function to_middle(from, to, owner)
    return to % 5 % 4 > 0
end
