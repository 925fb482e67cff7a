-- expect: error: there is no piece "queen "
function on_capture() return {becomes = "queen\0"} end
