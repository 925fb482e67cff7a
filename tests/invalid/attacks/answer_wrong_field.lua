-- expect: error: unknown field "become"
function on_capture(a, b) return {become = b.type} end
