--- Looks at a counter that the game lacks.
function ask(move)
    return #attackers(cell("e4"), "black", {{counter = "mana", add = 1}}) == 0
end
