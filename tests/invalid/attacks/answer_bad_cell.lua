-- expect: error: capture must be a cell
function effects() return {{capture = 1 << 40}} end
