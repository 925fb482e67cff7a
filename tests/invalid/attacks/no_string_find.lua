-- expect: error: field 'find'
string.find(("a"), "a-a-a-a-b")
