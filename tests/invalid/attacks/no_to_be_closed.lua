-- expect: error: non-closable
local x <close> = {__close = function() while true do end end}
