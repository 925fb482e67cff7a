-- expect: harmless
math, string, table, players, piece, cell, error, type = nil function allows() return true end
