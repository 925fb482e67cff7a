-- expect: error: only in live hooks
local kept = piece function on_capture() return kept(0) end
