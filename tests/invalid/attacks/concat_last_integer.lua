-- expect: error: must be a text or a number
table.concat({}, "", math.maxinteger, math.maxinteger)
