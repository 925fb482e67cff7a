-- expect: harmless
assert(string.sub("abc", math.mininteger, math.maxinteger) == "abc" and string.sub("abc", math.maxinteger, math.mininteger) == "" and string.byte("a", math.maxinteger) == nil)
