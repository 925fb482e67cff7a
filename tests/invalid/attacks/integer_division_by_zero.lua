-- expect: error: divide by zero
return 1 // 0
