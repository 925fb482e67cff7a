-- expect: error: must be true
function allows() return function() end end
