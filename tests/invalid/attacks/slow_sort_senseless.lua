-- expect: budget
local t = {} for i = 1, 4000 do t[i] = i end while true do table.sort(t, function() return true end) end
