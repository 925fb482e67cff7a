-- expect: error: result can only be "draw", not the number 1
function ending() return {result = 1} end
