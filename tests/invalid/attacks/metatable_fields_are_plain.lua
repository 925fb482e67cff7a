-- expect: harmless
local t = {__index = function() error("called") end, __gc = error, __len = error, __metatable = 1, __name = "x"} assert(t.nothing == nil and #t == 0)
