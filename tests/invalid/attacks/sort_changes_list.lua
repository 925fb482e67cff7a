-- expect: harmless
local t = {5, 4, 3, 2, 1} table.sort(t, function(a, b) t[1] = nil t[9] = 1 return a < b end)
