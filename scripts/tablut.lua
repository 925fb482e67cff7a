-- Tablut: what the options change.

local THRONE = cell("e5")
local WAYS = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}

local function next_to(c, way)
    return cell(file(c) + way[1], rank(c) + way[2])
end

--- A Swede is captured between a Muscovite who moves next to him and the king, when the king sits on the throne and has Muscovites on
--- his three other sides.
--- ru: Швед берётся между подошедшим московитом и королём, если король сидит на троне, а с трёх других сторон от него московиты.
function law_10(move)
    if move.owner ~= "muscovites" or piece(THRONE) ~= "king" then
        return nil
    end
    for _, way in ipairs(WAYS) do
        local swede = next_to(THRONE, way)
        if next_to(swede, way) == move.to and owner(swede) == "swedes" then
            local around = 0
            for _, side in ipairs(WAYS) do
                around = around + (owner(next_to(THRONE, side)) == "muscovites" and 1 or 0)
            end
            return around == 3 and {{capture = swede}, {halfmove_clock = 0}} or nil
        end
    end
end

--- Nobody passes over the throne.
--- ru: Через трон никто не проходит.
function beside_throne(from, to, owner)
    if file(from) == 5 and file(to) == 5 then
        return (rank(from) - 5) * (rank(to) - 5) >= 0
    elseif rank(from) == 5 and rank(to) == 5 then
        return (file(from) - 5) * (file(to) - 5) >= 0
    end
    return true
end
