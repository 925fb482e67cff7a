-- expect: error: must be a list
function effects() return 5 end
