-- expect: memory
function effects() local t = {} for i = 1, 1000000 do t[i] = i end return t end
