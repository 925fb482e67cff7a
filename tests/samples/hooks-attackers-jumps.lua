--- A piece goes where one or none of its own player's pieces guards it.
function guarded(move)
    return #attackers(move.to, move.owner) < 2 or "guarded too well"
end
