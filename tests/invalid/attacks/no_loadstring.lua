-- expect: error: global 'loadstring'
loadstring("return 1")()
