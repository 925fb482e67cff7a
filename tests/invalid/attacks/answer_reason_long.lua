-- expect: harmless
local s = "x" for i = 1, 12 do s = s .. s end
function ending() return {winner = "white", reason = s} end
