-- expect: error: at most
return table.unpack({}, math.mininteger, math.maxinteger)
