-- expect: error: counter must be a name
function effects() return {{counter = "a\nb", add = 1}} end
