-- expect: memory
local all = {} for i = 1, 8000 do local t = {} for k = 1, 1000 do t[k] = {} end all[i] = t end
