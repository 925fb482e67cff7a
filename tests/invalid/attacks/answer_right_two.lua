-- expect: error: right must be the letter of a right
function effects() return {{right = "kq", owner = "white", set = true}} end
