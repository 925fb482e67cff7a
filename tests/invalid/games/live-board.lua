function visits(move)
    return {{put = 5, piece = "guest", owner = "A-White"}}
end
