function choices(move)
    if move.piece == "knight" then
        return {{}, {text = "+r", {turn = move.to, into = "rook"}}, {text = "+x", {take = move.to}}}
    end
end
function announce(move)
    return {movg.owner .. " has moved", move.taken and "took on " .. name(move.taken_at) or nil}
end
function made(move)
    if check(move.owner) then
        return "no"
    end
    return count(move.owner, "king") == 1
end
