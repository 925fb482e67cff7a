--- The second player may not choose.
function speak(move)
    if move.owner == "black" then
        error("no choice for black")
    end
    return {{}, {text = "+"}}
end
