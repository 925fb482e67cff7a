-- expect: budget
local s = "0123456789abcdef" for i = 1, 8 do s = s .. s end while true do local t = s .. "x" end
