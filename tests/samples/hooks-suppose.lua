local OTHER = {white = "black", black = "white"}

function close()
    return counter("closing") ~= 0 and {{text = "close", {counter = "closing", set = 0}}} or nil
end

function lift()
    local list, me = {}, side_to_move()
    for c = 0, counter("lifted") == 0 and counter("closing") == 0 and not no_moves() and cells() - 1 or -1 do
        if piece(c) == "rook" and owner(c) == me and not no_moves(me, {{capture = c}})
            and not check(OTHER[me], {{capture = c}}) and not no_moves(OTHER[me], {{capture = c}}) then
            table.insert(list, {text = "lift:" .. name(c), {capture = c}, {counter = "lifted", set = 1}, {next_player = me}})
        end
    end
    return list
end

function moved(move)
    if counter("lifted") ~= 0 and not check(side_to_move()) then
        return {{counter = "lifted", set = 0}, {counter = "closing", set = 1}, {next_player = side_to_move()}}
    end
end
