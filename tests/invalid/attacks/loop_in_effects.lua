-- expect: budget
function effects() while true do end end
