---
function count_steps()
    return {{counter = "steps", add = 1}}
end

local function king_of(player)
    return name(pieces(player, "king")[1])
end

-- A call within a call, and what is asked after it.
local function there_and_now(last)
    return king_of("black") .. at_ply(last, king_of, "black") .. king_of("black")
end

local TELL = {}

function TELL.plies()
    local said = ""
    for _, ply in ipairs(cycle()) do
        said = said .. string.sub(ply.owner, 1, 1) .. " " .. ply.piece .. " " .. name(ply.from) .. name(ply.to) .. ", "
    end
    return said
end

function TELL.steps()
    local said = ""
    for n = 1, #cycle() + 1 do
        said = said .. at_ply(n, counter, "steps") .. " "
    end
    return said .. counter("steps")
end

function TELL.within()
    return at_ply(3, there_and_now, #cycle() + 1) .. king_of("black")
end

-- Whether a rook that is not there would check, in each position.
function TELL.supposed()
    local said = ""
    for n = 1, #cycle() do
        local checks = at_ply(n, check, "black", {{put = cell("c3"), piece = "rook", owner = "white"}})
        said = said .. tostring(checks) .. " "
    end
    return said
end

function TELL.much()
    local sum = 0
    for i = 1, 300000 do
        sum = sum + i % 3
    end
    return "much " .. sum
end

function TELL.zero()
    return at_ply(0, ply)
end

function TELL.beyond()
    return at_ply(#cycle() + 2, ply)
end

function TELL.no_function()
    return at_ply(1, "ply")
end

function TELL.misspelt()
    return cycle()[1].form
end

function TELL.elsewhere()
    return #cycle()
end

--- A position that occurs again draws.
function told()
    return {result = "draw", reason = TELL[option("tells")]()}
end
