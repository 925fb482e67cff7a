-- expect: harmless
assert(table.remove({1, 2}, 3) == nil) assert(table.remove({}, 0) == nil) assert(table.remove({5, 6}, 1) == 5)
