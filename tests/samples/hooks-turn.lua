--- Who captures moves again, once.
function again(move)
    local effects = {{counter = "again", set = 0}}
    if move.captured and counter("again") == 0 then
        effects = {{counter = "again", set = 1}, {next_player = move.owner}}
    end
    if move.captured and move.piece == "rook" then
        table.insert(effects, {right = "k", owner = move.owner, set = false})
        table.insert(effects, {halfmove_clock = 7})
    end
    return effects
end
