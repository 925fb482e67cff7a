-- expect: budget
while true do
    print()
end
