-- expect: error: functions inside functions
local x = function() return function() return function() return function() return function() return function() return function() return function() return function() return function() return 1 end end end end end end end end end end
