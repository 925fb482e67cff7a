-- expect: harmless
local f, s, i = pairs({a = 1, b = 2})
function effects() f(s, i) f(s) f({}) f({[0] = {}, [-1] = 0 / 0}) f(1) f() end
