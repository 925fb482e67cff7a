-- expect: budget
function ending() repeat local x = 1 until false end
