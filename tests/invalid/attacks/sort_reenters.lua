-- expect: harmless
local t = {3, 2, 1} table.sort(t, function(a, b) table.sort(t) return a < b end)
