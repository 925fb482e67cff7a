-- expect: error: must be true, false or the reason
function allows() return 0 / 0 end
