-- Staged: a chameleon pawn changes into what it captures.
--- A chameleon pawn changes into what it captures.
--- ru: Пешка-хамелеон становится тем, что взяла.
function on_capture(mover, victim)
    if mover.type == "chameleon-pawn" then
        return {becomes = victim.type}
    end
end

local function near(a, b, radius)
    return math.max(math.abs(file(a) - file(b)), math.abs(rank(a) - rank(b))) <= radius
end

-- On the last rank an atomic pawn leaves the board, and its player names a centre: all pieces within the radius
-- leave with it, except the player's own king.
--- On the last rank an atomic pawn explodes instead of promoting: its player names a centre, and all pieces near it
--- are removed with the pawn, except the player's own king.
--- ru: На последней горизонтали атомная пешка не превращается, а взрывается: игрок называет центр, и все фигуры рядом
--- с ним гибнут вместе с ней, но никогда не его король.
function explode(move)
    local radius = math.tointeger(tonumber(option("bomb_radius")))
    local king, pieces, paths = nil, {}, {}
    for c = 0, 63 do
        if is_royal(c) and owner(c) == side_to_move() then
            king = c
        end
        if piece(c) and c ~= move.to then
            table.insert(pieces, c)
        end
    end
    for centre = 0, 63 do
        if not king or not near(centre, king, radius) then
            local way = {{capture = move.to}, text = "*" .. name(centre)}
            for _, c in ipairs(pieces) do
                if near(centre, c, radius) then
                    table.insert(way, {capture = c})
                end
            end
            table.insert(paths, way)
        end
    end
    return paths
end
