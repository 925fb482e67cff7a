-- expect: memory
local kept = {} function effects() for i = 1, 4000 do kept[#kept + 1] = {i} end end
function allows() for i = 1, 4000 do kept[#kept + 1] = {i} end end
function ending() for i = 1, 4000 do kept[#kept + 1] = {i} end end
