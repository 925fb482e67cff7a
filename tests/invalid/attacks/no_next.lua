-- expect: error: global 'next'
next({})
