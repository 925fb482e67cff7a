-- expect: error: there is no player
local s = "0123456789" for i = 1, 10 do s = s .. s end function effects() return count(s) end
