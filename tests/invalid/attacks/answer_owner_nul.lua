-- expect: error: there is no player "white "
function effects() return {{put = 1, piece = "rook", owner = "white\0"}} end
