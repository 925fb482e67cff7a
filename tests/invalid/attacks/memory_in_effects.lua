-- expect: memory
local t = {} function effects() for i = 1, 60000 do t[#t + 1] = i end end
