-- expect: budget
local s = "0123456789abcdef" for i = 1, 9 do s = s .. s end while true do local x = string.sub(string.lower(string.sub(s, 1, 8000)), 1, 1) end
