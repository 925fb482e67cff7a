function ends(king, partner, owner)
    return {king = king, rook = partner}
end
