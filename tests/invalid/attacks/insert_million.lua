-- expect: memory
local t = {} for i = 1, 1000000 do table.insert(t, i) end
