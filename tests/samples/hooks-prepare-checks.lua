--- Each player chooses first with what to play.
--- ru: Сначала каждый выбирает, чем играть.
function choose()
    local list = {}
    for cell = 0, cells() - 1 do
        if counter("chosen") < 2 and owner(cell) == side_to_move() and not is_royal(cell) then
            local done = {counter = "chosen", add = 1}
            table.insert(list, {text = "keep-" .. name(cell), from = cell, to = cell, done})
            table.insert(list, {text = "crown-" .. name(cell), from = cell, to = cell, {transform = cell, into = "rook"}, done})
        end
    end
    return list
end
