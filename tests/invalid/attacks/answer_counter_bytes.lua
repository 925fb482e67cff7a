-- expect: error: counter must be a name
function effects() return {{counter = "\255\254", add = 1}} end
