-- Answer a text to forbid the move: the players read it.
function peace(move)
    return nil
end
