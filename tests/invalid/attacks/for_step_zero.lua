-- expect: error: step is zero
for i = 1, 2, 0 do end
