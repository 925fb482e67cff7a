-- expect: error: 0123456789
local s = "0123456789" for i = 1, 9 do s = s .. s end error(s)
