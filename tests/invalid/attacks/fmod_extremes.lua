-- expect: harmless
assert(math.fmod(math.mininteger, -1) == 0 and math.abs(math.mininteger) == math.mininteger and math.floor(1e300) == 1e300)
