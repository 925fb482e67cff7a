-- expect: error: must be true, false or the reason why not, not a table
function allows() return {} end
