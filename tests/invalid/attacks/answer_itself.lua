-- expect: error: effect
function effects() local t = {} t[1] = t return t end
