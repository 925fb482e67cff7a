-- expect: error: unexpected symbol
local x = Lua
