-- expect: error: must be a cell
function effects() return {{take = math.mininteger}} end
