-- expect: error: must be a cell (0 to 63), not true
function effects() return {{capture = true}} end
