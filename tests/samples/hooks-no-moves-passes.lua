function blocked()
    if no_moves() then
        return {result = "draw", reason = "nobody should end here"}
    elseif no_moves("white") and no_moves("black") then
        return {result = "draw", reason = "both are blocked"}
    end
end
