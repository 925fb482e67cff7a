-- expect: budget
while true do local n = select("#", 1, 2, 3) end
