function on_capture(mover, victim)
    return victim.type == "knight" and not mover.royal and {becomes = "knight"} or nil
end
