-- expect: error: failed without saying why
function effects() error("") end
