-- expect: harmless
function effects() return {{take = -0.0}} end
