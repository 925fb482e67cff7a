-- expect: error: must be a cell
function effects() return {{capture = 4294967296}} end
