-- expect: error: unfinished
local x = 1 --[==[ abc
