-- expect: error: must be a cell
function effects() return {{take = 4294967296}} end
