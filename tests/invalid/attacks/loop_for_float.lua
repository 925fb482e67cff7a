-- expect: budget
for x = 0.0, 1e18 do end
