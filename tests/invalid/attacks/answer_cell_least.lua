-- expect: error: must be a cell
function effects() return {{capture = math.mininteger}} end
