--- On their first two moves nobody captures anything.
function peace(move)
    if turn() <= 2 then
        return "nothing is captured in the first two moves, not even " .. move.captured .. "s"
    end
end
