-- expect: error: at most
local s = "0123456789abcdef" for i = 1, 8 do s = s .. s end return string.byte(s, 1, -1)
