function draw()
    if side_to_move() == "white" and counter("deck") ~= 0 then
        return {{text = "draw", {counter = "card", set = counter("deck")}, {counter = "deck", set = 0}}}
    elseif side_to_move() == "white" and counter("card") ~= 0 and not check("white") then
        return {{text = "card", {counter = "card", set = 0}, {next_player = "white"}}}
    end
end
