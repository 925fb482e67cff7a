-- expect: error: must be a cell
function effects() return piece(64) end
