function enter(move)
    return {{transform = move.to, into = "knight"}}
end

function home(move)
    if is_royal(move.to) then
        return {{transform = move.to, into = "king"}}
    end
end
