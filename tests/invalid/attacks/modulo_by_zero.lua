-- expect: error: attempt to perform
return 1 % 0
