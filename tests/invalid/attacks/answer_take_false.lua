-- expect: error: must be a cell (0 to 63), not false
function effects() return {{capture = false}} end
