-- expect: error: must be a cell
function effects() return {{capture = 1 / 0}} end
