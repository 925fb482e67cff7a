-- Maharaja, with a black army: the maharaja's player places it and then moves first.
--- The player who has placed the maharaja moves first.
--- ru: Поставивший магараджу ходит первым.
function placed(move)
    return {{next_player = move.owner}}
end
