-- expect: error: C stack overflow
local function f(a, b) table.sort({2, 1, 3}, f) return true end table.sort({2, 1}, f)
