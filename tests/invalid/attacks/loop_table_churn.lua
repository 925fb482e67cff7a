-- expect: budget
while true do local t = {1, 2, 3} end
