-- expect: memory
local f = function() end for i = 1, 1e9 do local g = f f = function() return g end end
