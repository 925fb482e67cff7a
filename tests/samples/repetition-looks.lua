--- Says who was to move when the position stood first, how many plies there were, and where the first of them began.
--- ru: Говорит, чей был ход, когда позиция стояла впервые, сколько было полуходов и где начался первый.
function seen()
    local side = at_ply(1, function()
        local plies = #cycle()
        return side_to_move() .. " " .. halfmove_clock() .. " " .. plies
    end)
    local from = cycle()[1].from
    return {result = "draw", reason = side .. " " .. (from and name(from) or "nowhere")}
end
