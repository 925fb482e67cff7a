-- expect: error: global 'debug'
debug.getregistry()
