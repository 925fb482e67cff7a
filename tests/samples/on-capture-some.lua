function on_capture(mover, victim)
    local takes_knight = victim.type == "knight" and victim.owner ~= mover.owner
    return takes_knight and not mover.royal and {becomes = "knight"} or nil
end
