-- expect: error: attribute
local x <forever> = 1
