-- expect: budget
local all, n = {}, 0
for i = 1, 7000 do local t = {} for k = 1, 15 do t[k] = {} end all[i] = t end
while true do local t = {} for k = 1, 60 do t[k] = {} end end
