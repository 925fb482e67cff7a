-- expect: error: counter must be a name
function effects() return {{counter = "n[", add = 1}} end
