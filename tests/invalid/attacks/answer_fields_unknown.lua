-- expect: error: unknown field "tage"
function effects() return {{zzz = 1, tage = 0, yyy = 2}} end
