-- expect: error: escape
local x = "\999"
