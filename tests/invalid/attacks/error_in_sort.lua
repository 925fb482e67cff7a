-- expect: error: attempt to compare
local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function(a, b) return a < {} end)
