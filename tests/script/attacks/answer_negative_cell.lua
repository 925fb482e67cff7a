-- expect: error: take must be a cell
function effects() return {{take = -1}} end
