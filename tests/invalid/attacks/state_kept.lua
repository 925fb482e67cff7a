-- expect: harmless
-- Not forbidden, for it cannot be seen; it does no harm to anybody but the game.
local n = 0 calls = 0
function allows() n = n + 1 calls = calls + 1 return n % 2 == 0 end
