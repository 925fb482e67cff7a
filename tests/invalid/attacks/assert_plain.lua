-- expect: error: assertion failed
assert(false)
