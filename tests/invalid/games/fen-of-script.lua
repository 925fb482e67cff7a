--- Only one reply fails.
function follow(move)
    if name(move.to) == "h3" then
        error("not there")
    end
end
