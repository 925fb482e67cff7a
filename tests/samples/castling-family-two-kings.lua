--- The king goes two files towards the rook, which comes to stand behind it.
function castles_to(king, partner, owner)
    local way = file(partner) < file(king) and -1 or 1
    local to = cell(file(king) + 2 * way, rank(king))
    if not to or math.abs(file(king) - file(partner)) < 3 then return nil end
    return {king = to, partner = to - way}
end
