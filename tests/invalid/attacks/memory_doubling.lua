-- expect: memory
local s = "xxxxxxxxxxxxxxxx" while true do s = s .. s end
