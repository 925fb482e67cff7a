-- expect: error: field 'move'
table.move({}, 1, 1 << 53, 2)
