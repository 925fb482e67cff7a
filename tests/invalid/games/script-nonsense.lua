function on_capture(mover, victim)
    return {becomes = "quene"}
end
