-- expect: error: add must be a whole number
function effects() return {{counter = "a", add = 0 / 0}} end
