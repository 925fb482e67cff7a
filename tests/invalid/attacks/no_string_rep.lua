-- expect: error: field 'rep'
string.rep("x", 1e9)
