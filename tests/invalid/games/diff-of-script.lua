--- A misspelt field.
function judge(move)
    return move.vicitms == nil
end
