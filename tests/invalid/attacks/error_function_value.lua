-- expect: error: called error() with a function
error(error)
