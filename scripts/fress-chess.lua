-- Fress chess: positions in which nobody can ever capture.

-- Each side's bishops and pawns stand on a shade of their own, and each pawn faces an enemy pawn.
--- When neither side could ever capture, the game is drawn: bishops that can never meet, and pawns that block each
--- other where no bishop reaches them.
--- ru: Если ни одна сторона уже не может ничего побить, ничья: слоны, которым не встретиться, и пешки, запершие друг
--- друга там, где слонам их не достать.
function no_capture()
    local shades = {}
    for c = 0, cells() - 1 do
        local kind, side = piece(c), owner(c)
        local ahead = kind == "pawn" and cell(file(c), rank(c) + (side == "white" and 1 or -1))
        local faces = ahead and piece(ahead) == "pawn" and owner(ahead) ~= side
        local shade = (file(c) + rank(c)) % 2
        if kind and ((kind ~= "bishop" and not faces) or (shades[side] or shade) ~= shade) then
            return nil
        end
        if kind then
            shades[side] = shade
        end
    end
    if shades.white ~= shades.black and not no_moves() then
        return {result = "draw"}
    end
end
