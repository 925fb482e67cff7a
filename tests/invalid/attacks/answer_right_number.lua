-- expect: error: right must be the letter of a right, not the number 1
function effects() return {{right = 1, owner = "white", set = true}} end
