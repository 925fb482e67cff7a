-- expect: budget
local t = {} for i = 1, 4096 do t[i * 4095] = i end
local k = 4095 * 2 while true do local x = t[k] x = t[k] x = t[k] x = t[k] end
