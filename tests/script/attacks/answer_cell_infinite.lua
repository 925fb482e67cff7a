-- expect: error: must be a cell
function effects() return {{take = 1 / 0}} end
