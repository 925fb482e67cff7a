-- Whatever captures goes on as a piece of the kind `man`.
function on_capture(mover, victim)
    if not mover.royal then return {becomes = "man"} end
end
