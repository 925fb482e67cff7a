-- expect: error: field 'format'
string.format("%99999d", 1)
