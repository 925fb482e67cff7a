-- expect: error: makes texts of
local s = "" for i = 1, 12 do s = s .. "aaaaaaaaaaaaaaaa" end table.concat({s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s}, s .. s .. s .. s .. s .. s .. s .. s)
