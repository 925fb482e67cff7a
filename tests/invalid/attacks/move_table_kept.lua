-- expect: harmless
-- The table is the same one each time, and filled again: a stored reference to it is no pointer.
local kept function effects(move) if kept then assert(kept == move and kept.to == move.to) kept.to = 99 kept.more = {} end kept = move end
function allows(move) assert(move.to == 36) return kept ~= nil end
