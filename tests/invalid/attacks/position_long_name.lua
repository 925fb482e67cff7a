-- expect: error: there is no player
local s = "0123456789" for i = 1, 8 do s = s .. s end function effects() return count(s) end
