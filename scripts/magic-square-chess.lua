-- Magic square chess: who arrives on a magic square belongs to the other side from then on.

-- Live: for moves that end on a magic square. A man promotes before it changes sides.
--- A man that ends its move on a magic square belongs to the other side from then on; it promotes first, if it does.
--- ru: Фигура, закончившая ход на волшебном поле, с этого мига принадлежит противнику; если она превращается, то до
--- этого.
function change_sides(move)
    return {{give = move.to, to = move.owner == players[1] and players[2] or players[1]}}
end
