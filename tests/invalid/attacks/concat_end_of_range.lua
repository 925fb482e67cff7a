-- expect: error: must be a text
return table.concat({}, "", math.maxinteger - 1, math.maxinteger)
