-- What has moved takes the piece two cells up away, of whatever side.
function clear(move)
    local there = move.to and move.to + 10
    if there and there < cells() and piece(there) and not is_royal(there) then
        return {{capture = there}}
    end
end
