-- expect: error: global 'rawget'
rawget(math, "floor")
