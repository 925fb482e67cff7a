-- expect: error: a b
error("a\0b")
