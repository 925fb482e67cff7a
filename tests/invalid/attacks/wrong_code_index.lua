-- expect: error: index that is a comparison
local t = {[true] = 1}
local function f(a, b) return t[a < b] end
