-- expect: error: x y
error("x\xFFy")
