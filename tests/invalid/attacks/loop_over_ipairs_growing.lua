-- expect: memory
local t = {1} for i, v in ipairs(t) do t[i + 1] = v end
