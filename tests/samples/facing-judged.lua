--- The player with more pieces wins.
function more()
    local white, black = count("white"), count("black")
    if white ~= black then
        return {winner = white > black and "white" or "black"}
    end
end
