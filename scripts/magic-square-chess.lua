-- Magic square chess: who arrives on a magic square belongs to the other side from then on.

-- Live: for moves that end on a magic square. A man promotes before it changes sides.
function change_sides(move)
    return {{give = move.to, to = move.owner == players[1] and players[2] or players[1]}}
end
