function far(piece, owner, from)
    return {}
end

function near(piece, owner, from)
    return {}
end
