-- expect: error: set must be true or false with a right
function effects() return {{right = "k", owner = "white", set = 1}} end
