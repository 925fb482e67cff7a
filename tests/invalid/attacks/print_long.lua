-- expect: error: print() writes at most 4000 bytes at once
local long = "bestmove e2e4 "
for _ = 1, 9 do
    long = long .. long
end
print(long)
