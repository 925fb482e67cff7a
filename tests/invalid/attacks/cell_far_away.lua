-- expect: harmless
assert(cell(math.maxinteger, math.mininteger) == nil and cell(0, 0) == nil and cell(9, 1) == nil and cell("z99") == nil)
