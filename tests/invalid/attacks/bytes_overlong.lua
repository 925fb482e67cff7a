-- expect: error: not UTF-8
local x = "À€"
