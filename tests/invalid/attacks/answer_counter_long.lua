-- expect: error: counter must be a name
function effects() return {{counter = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", add = 1}} end
