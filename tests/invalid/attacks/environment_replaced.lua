-- expect: harmless
local _ENV = {} x = 1 y = {x}
