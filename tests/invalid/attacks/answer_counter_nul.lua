-- expect: error: counter must be a name
function effects() return {{counter = "a\0", add = 1}} end
