-- expect: error: called error() with nothing
error()
