--- The first move of a turn may mark; so may one that finds the clock above one, and one of the second turn.
function mark(move)
    local list = {{}}
    if ply() == 0 then
        table.insert(list, {text = "+m", {counter = "m", add = 1}})
    end
    if halfmove_clock() > 1 then
        table.insert(list, {text = "+c", {counter = "c", add = 1}})
    end
    if turn() == 2 and side_to_move() == move.owner then
        table.insert(list, {text = "+t", {counter = "c", add = 5}})
    end
    return list
end
