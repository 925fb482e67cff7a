-- Who takes a lord becomes one.
function on_capture(mover, victim)
    if victim.type == "lord" then return {becomes = "lord"} end
end
