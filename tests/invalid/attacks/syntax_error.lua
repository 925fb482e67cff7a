-- expect: error: expected near
function on_capture(
