-- expect: error: there is no player "nobody"
function ending() return {winner = "nobody"} end
