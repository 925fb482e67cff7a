-- expect: error: unknown field "take more"
function effects() return {{["take\0more"] = 1}} end
