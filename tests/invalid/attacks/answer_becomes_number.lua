-- expect: error: must be the name of a piece
function on_capture() return {becomes = 3} end
