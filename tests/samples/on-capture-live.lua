function convert(move)
    if move.piece ~= move.captured then
        return {{transform = move.to, into = move.captured}}
    end
end
