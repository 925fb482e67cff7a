-- expect: error: reason must be a text, not the number 7
function ending() return {winner = "white", reason = 7} end
