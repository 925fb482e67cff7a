-- expect: harmless
assert(tostring(false) == "false" and tostring(true) == "true")
