-- expect: error: must have named fields only
function effects() return {{[""] = 1, take = 0}} end
