function on_capture(mover, victim)
    error("no capture of " .. victim.type)
end
