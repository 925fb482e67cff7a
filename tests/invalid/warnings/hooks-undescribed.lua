--- Every capture is forbidden.
function told(move) return not move.captured end
-- Only a remark.
function untold(move) return nil end
--- ru: Только по-русски.
function russian(move) return nil end
---@return nil for editors
function annotated() return nil end
--- This is about another function.
local function helper() return nil end
function over() return helper() end
