function on_capture(mover, victim)
    return {becomes = victim.type
end
