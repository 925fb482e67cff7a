-- expect: error: from 1 to
table.insert({}, 1 << 53, 1)
