-- expect: harmless
assert(1 << 64 == 0 and 1 >> -64 == 0 and 1 << math.mininteger == 0)
