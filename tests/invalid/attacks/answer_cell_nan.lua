-- expect: error: must be a cell
function effects() return {{capture = 0 / 0}} end
