function after_move(move)
    repeat
    until false
end
