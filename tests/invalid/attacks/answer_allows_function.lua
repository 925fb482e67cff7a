-- expect: error: must be true, false or the reason why not, not a function
function allows() return allows end
