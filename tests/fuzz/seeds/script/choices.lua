function choices(move)
    if move.piece == "knight" then
        return {{}, {text = "+r", {transform = move.to, into = "rook"}}, {text = "+x", {capture = move.to}}}
    end
end
function announce(move)
    return {move.owner .. " has moved", move.captured and "took on " .. name(move.captured_at) or nil}
end
function made(move)
    if check(move.owner) then
        return "no"
    end
    return count(move.owner, "king") == 1
end
