-- Captures without moving.

--- A piece that captures stays where it is.
--- ru: Фигура, которая бьёт, остаётся на месте.
function shoot(move)
    return {{move = move.to, to = move.from}}
end
