-- expect: error: unfinished string
local x = "abc
