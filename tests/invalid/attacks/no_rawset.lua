-- expect: error: global 'rawset'
rawset(math, "floor", nil)
