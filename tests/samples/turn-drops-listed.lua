function slides()
    local list = {}
    for _, from in ipairs(pieces(side_to_move(), "man")) do
        local to = (from + 5) % cells()
        if not piece(to) then
            list[#list + 1] = {text = "slide-" .. name(from), from = from, to = to, {move = from, to = to}}
        end
    end
    return list
end
