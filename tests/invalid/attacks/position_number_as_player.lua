-- expect: error: must be the name of a player
function effects() return attacked(0, 1) end
