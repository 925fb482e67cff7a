-- expect: harmless
function allows() allows = nil return true end
