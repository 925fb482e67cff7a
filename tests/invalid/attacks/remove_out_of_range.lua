-- expect: error: from
table.remove({1, 2}, 1 << 53)
