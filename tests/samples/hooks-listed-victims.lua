--- A rook fires along its file at the next piece and at what stands beyond it.
--- ru: Ладья стреляет по вертикали в ближайшую фигуру и в ту, что за ней.
function volley()
    local list, me = {}, side_to_move()
    local way = me == "white" and 1 or -1
    for _, from in ipairs(pieces(me, "rook")) do
        local hit = {}
        local c = cell(file(from), rank(from) + way)
        while c do
            if piece(c) and owner(c) ~= me and piece(c) ~= "king" and #hit < 2 then
                table.insert(hit, {capture = c})
            end
            c = cell(file(c), rank(c) + way)
        end
        if #hit > 0 then
            table.insert(list, {text = "fire-" .. name(from), from = from, to = hit[1].capture, hit[1], hit[2]})
        end
    end
    return list
end

--- What is fired at must not be two pawns.
--- ru: Стрелять в двух пешек нельзя.
function fair(move)
    local pawns = 0
    for _, victim in ipairs(move.victims) do
        pawns = pawns + (victim.piece == "pawn" and victim.owner ~= move.owner and 1 or 0)
    end
    return (pawns < 2 or move.captured ~= "pawn") or "it would hit two pawns, the first on " .. name(move.captured_at)
end
