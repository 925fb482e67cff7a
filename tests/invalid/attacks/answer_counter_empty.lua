-- expect: error: counter must be a name
function effects() return {{counter = "", add = 1}} end
