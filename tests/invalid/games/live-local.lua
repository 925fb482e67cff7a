-- local goal stands in a remark, and "local loss" in a text
local words, throne <const> = "local loss", "e4"
local function goal() end

function throne_of(move) end

function passes(from, to, owner)
    return true
end
