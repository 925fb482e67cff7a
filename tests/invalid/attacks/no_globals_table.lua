-- expect: error: global '_G'
_G.x = 1
