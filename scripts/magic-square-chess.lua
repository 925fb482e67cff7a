-- Magic square chess: a piece that arrives on a magic square belongs to the other side from then on.

-- Live: for moves that end on a magic square. A piece promotes before it changes sides.
--- A piece that ends its move on a magic square belongs to the other side from then on; if it promotes, it promotes
--- first.
--- ru: Фигура, закончившая ход на волшебном поле, с этого мига принадлежит противнику; если она превращается, то до
--- этого.
function change_sides(move)
    return {{give = move.to, to = move.owner == players[1] and players[2] or players[1]}}
end
