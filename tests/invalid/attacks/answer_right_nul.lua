-- expect: error: right must be the letter
function effects() return {{right = "k\0", owner = "white", set = true}} end
