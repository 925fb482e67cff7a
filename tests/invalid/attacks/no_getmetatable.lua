-- expect: error: global 'getmetatable'
getmetatable("").__index = function() end
