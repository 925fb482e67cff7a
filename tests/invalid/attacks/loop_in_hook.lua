-- expect: budget
function on_capture() while true do end end
