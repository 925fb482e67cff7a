-- expect: harmless
local f, s = pairs({a = 1}) s[-1] = math.maxinteger s[0] = {} f(s) f({[0] = {}, [-1] = math.mininteger}) f(1) local g = ipairs({}) g({}, math.maxinteger) g(1, {}) g()
