-- expect: memory
local function f(n) local x <close> = nil if n > 0 then return f(n - 1) end end f(100000)
