-- expect: error: attempt to index
return ("x"):rep(1e9)
