-- A leaper is not taken from the edge.
function spared(move)
    local file = move.captured_at % 6
    return file > 0 and file < 5
end

function counted(move)
    return {{counter = "taken", add = 1}, {counter = "at", set = move.captured_at}}
end

function stoned(move)
    if not piece(move.captured_at) then return {{put = move.captured_at, piece = "stone", owner = move.captured_owner}} end
end

function judged(move)
    return (move.captured_at + move.to) % 5 ~= 0
end
