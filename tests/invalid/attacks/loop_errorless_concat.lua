-- expect: budget
while true do local s = "a" .. 1 end
