-- A hook that is asked for each knight lists a move of another piece.
function jump()
    return {{from = cell("a1"), to = cell("a3"), {move = cell("a1"), to = cell("a3")}}}
end
