-- expect: error: index that is a comparison
local t = {[true] = 1}
local function f(a, b) return t[a and (not ((a < b)))] end
