-- expect: error: there is no global '__index'
return __index
