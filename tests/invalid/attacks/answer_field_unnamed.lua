-- expect: error: must have named fields only
function effects() return {{[""] = 1, capture = 0}} end
