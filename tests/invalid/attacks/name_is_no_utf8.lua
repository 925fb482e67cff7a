-- expect: harmless
local t = {["\255"] = 1} assert(t["\255"] == 1)
