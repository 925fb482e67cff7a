-- expect: error: table.insert() takes a list, perhaps a position, and a value
table.insert({1})
