-- expect: error: compares
table.sort({1, "a", {}})
