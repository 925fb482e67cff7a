function leaps(piece, owner, from)
    return {from + 64}
end
