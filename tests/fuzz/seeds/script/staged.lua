function leaps(piece, owner, from)
    local list = {}
    for _, step in ipairs({{1, 2}, {2, 1}, {-1, 2}, {-2, -1}}) do
        local to = cell(file(from) + step[1], rank(from) + step[2])
        if to then table.insert(list, to) end
    end
    return list
end
function passes(from, to, owner)
    return (file(from) - 1) // 3 == (file(to) - 1) // 3 or rank(from) == rank(to)
end
function castling(king, partner, owner)
    local to = cell(file(king) + (file(partner) < file(king) and -1 or 1), rank(king))
    return to and {king = to, partner = king} or nil
end
function start(number, second)
    local rows = {"r1nk1r", "rn1k1r", "r2knr"}
    return rows[number] .. "/pppppp/6/6/PPPPPP/" .. string.upper(rows[second]) .. "[] w"
end
function on_capture(mover, victim)
    if not mover.royal then return {becomes = victim.type} end
end
