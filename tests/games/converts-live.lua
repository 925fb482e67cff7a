function convert(move)
    if move.piece ~= move.taken then
        return {{turn = move.to, into = move.taken}}
    end
end
