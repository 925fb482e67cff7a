-- expect: harmless
function effects(move) assert(move.to ~= nil) move.to = nil move.from = {} move[1] = 2 end
