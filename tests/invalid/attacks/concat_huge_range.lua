-- expect: error: must be a text
return table.concat({}, "", 1, math.maxinteger)
