-- expect: error: at most
local t = {} for i = 1, 2000 do t[i] = "0123456789" end return table.concat(t)
