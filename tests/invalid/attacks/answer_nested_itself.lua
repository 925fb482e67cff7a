-- expect: error: each effect must
local t = {} t[1] = t function effects() return {"x", t} end
