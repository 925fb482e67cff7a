local other = {white = "black", black = "white"}

--- The player whose ply opens a cycle loses.
function opener()
    return {winner = other[cycle()[1].owner]}
end
