-- expect: error: field 'gsub'
string.gsub("a", "a", "b")
