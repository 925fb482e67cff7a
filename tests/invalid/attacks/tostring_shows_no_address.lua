-- expect: harmless
assert(tostring({}) == "table" and tostring(type) == "function" and tostring(nil) == "nil" and tostring(1 == 1) == "true" and tostring(12) == "12")
