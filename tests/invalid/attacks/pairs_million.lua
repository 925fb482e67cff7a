-- expect: memory
local t = {} for i = 1, 1000000 do t["k" .. i] = i end for k in pairs(t) do end
