-- expect: error: field 'pack'
string.pack("s", "x")
