-- expect: error: a hook must be pure
-- Seen where answers are compared; it does no harm to anybody but the game.
local n = 0 calls = 0
function allows() n = n + 1 calls = calls + 1 return n % 2 == 0 end
