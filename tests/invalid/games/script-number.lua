function on_capture(mover, victim)
    return 7
end
