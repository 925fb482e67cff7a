-- expect: memory
local t, s = {}, "0123456789012345678901234567890123456789012345678901234567890123" while true do s = s .. "x" t[#t + 1] = s end
