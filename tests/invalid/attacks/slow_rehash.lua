-- expect: budget
local t = {} for i = 1, 4000 do t[i .. "k"] = i end local n = 0 while true do n = n + 1 t["x" .. n] = n t["x" .. n] = nil end
