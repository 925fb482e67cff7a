-- expect: budget
local s = "0123456789abcdef" for i = 1, 8 do s = s .. s end local a, b = s .. "a", s .. "b" while true do local x = a == b end
