-- expect: error: counter must be a name of 1 to 31 letters, digits, - or _, not the number 3
function effects() return {{counter = 3, add = 1}} end
