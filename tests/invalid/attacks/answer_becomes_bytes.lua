-- expect: error: there is no piece
function on_capture() return {becomes = "\255\254quen"} end
