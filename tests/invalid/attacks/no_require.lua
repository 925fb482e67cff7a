-- expect: error: global 'require'
require("os")
