-- expect: error: unknown field "capture "
function effects() return {{["capture\0"] = 1}} end
