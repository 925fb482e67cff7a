function after_move(move)
    local s = "x"
    while true do
        s = s .. s
    end
end
