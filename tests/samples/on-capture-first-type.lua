-- Pieces change into what they capture.
function on_capture(mover, victim)
    return not mover.royal and {becomes = victim.type} or nil
end
