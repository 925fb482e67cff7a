-- expect: error: there is no piece "quen"
function effects() return count("white", "quen") end
