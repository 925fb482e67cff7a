-- expect: budget
local t = {a = 1, b = 2} while true do for k, v in pairs(t) do end end
