-- expect: harmless
local s = "1" for i = 1, 10 do s = s .. s end assert(tonumber(s) == nil)
