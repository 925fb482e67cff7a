local function named(owner)
    return "moved-" .. owner
end

local function double(n)
    return n * 2
end

-- A global that the script itself calls.
function half(n)
    return n // 2
end

--- Counts moves.
function count(move)
    return {{counter = "tempo", add = 1}, {counter = named(move.owner), set = half(double(1))}}
end

--- The game is a draw when it takes too long.
function slow()
    if counter("tempo") > 400 then
        return {result = "draw", reason = "slow"}
    end
end
