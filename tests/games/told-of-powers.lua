-- A leaper is not taken from the edge.
function spared(move)
    local file = move.taken_at % 6
    return file > 0 and file < 5
end

function counted(move)
    return {{counter = "taken", add = 1}, {counter = "at", set = move.taken_at}}
end

function stoned(move)
    if not piece(move.taken_at) then return {{put = move.taken_at, piece = "stone", owner = move.taken_owner}} end
end

function judged(move)
    return (move.taken_at + move.to) % 5 ~= 0
end
