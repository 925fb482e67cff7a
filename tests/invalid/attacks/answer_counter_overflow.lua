-- expect: error: add must be
function effects() return {{counter = "c", add = math.maxinteger}} end
