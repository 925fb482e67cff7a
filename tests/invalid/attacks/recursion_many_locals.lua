-- expect: memory
local function f(a, b, c, d) local e, g, h, i, j = 1, 2, 3, 4, 5 return f(a, b, c, d) + e + g + h + i + j end f()
