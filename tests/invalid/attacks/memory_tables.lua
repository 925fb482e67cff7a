-- expect: memory
local t = {} while true do t = {t} end
