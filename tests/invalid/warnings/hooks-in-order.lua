-- Live: they change nothing.
--- One sentence.
function one() return nil end
--- Two of them.
--- ru: Два.
function two() return nil end
--- Three.
-- A remark for readers.
function three() return nil end
--- Four.
function four() return nil end
