-- expect: error: field 'rep'
string.rep("", 1e18)
