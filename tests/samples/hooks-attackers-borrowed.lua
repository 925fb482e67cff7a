--- No piece goes where two or more pieces of its own player guard it.
function guarded(move)
    return #attackers(move.to, move.owner) < 2 or "guarded too well"
end
