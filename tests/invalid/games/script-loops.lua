function on_capture(mover, victim)
    while true do
    end
end
