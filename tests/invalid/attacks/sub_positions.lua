-- expect: harmless
assert(string.sub("abc", 0) == "abc") assert(string.sub("abc", -9, -9) == "") assert(string.sub("abc", -9, 9) == "abc") assert(string.sub("abc", -2) == "bc") assert(string.sub("abc", 9) == "")
