function after_move(move)
    error("not today")
end
