-- expect: budget
local t = {} for i = 1, 8000 do table.insert(t, 1, i) end
