-- expect: error: unknown field "capture more"
function effects() return {{["capture\0more"] = 1}} end
