-- expect: error: there is no player "whte"
function effects() return count("whte") end
