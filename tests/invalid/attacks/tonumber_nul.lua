-- expect: harmless
assert(tonumber("1\0") == nil and tonumber("0x10") == 16 and tonumber("x") == nil)
