-- expect: error: must be {winner
function ending() return {winner = "white", result = "draw"} end
