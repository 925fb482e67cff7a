-- expect: error: entries
function effects() local t = {} for i = 1, 5000 do t[i] = {capture = 1} end return t end
