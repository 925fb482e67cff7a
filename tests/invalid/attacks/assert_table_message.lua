-- expect: error: assertion failed
assert(nil, {})
