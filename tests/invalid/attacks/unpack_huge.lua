-- expect: error: at most
return table.unpack({}, 1, 1e7)
