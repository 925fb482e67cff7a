-- expect: error: global 'load'
load("return 1")()
