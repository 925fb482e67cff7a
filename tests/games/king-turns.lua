function enter(move)
    return {{turn = move.to, into = "knight"}}
end

function home(move)
    if is_royal(move.to) then
        return {{turn = move.to, into = "king"}}
    end
end
