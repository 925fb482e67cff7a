-- expect: error: unknown field "take "
function effects() return {{["take\0"] = 1}} end
