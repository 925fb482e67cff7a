-- expect: error: must be a cell
function effects() return {{take = 0 / 0}} end
