-- expect: harmless
function effects() return {{capture = -0.0}} end
