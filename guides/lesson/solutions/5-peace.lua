function peace(move)
    if turn() <= 2 then
        return "nothing is taken in the first two moves, not even " .. move.taken .. "s"
    end
end
