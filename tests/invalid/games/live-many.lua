-- Each answer is within its limit; together they are more than a move can have.
local function again_and_again()
    local effects = {}
    for _ = 1, 64 do
        table.insert(effects, {transform = cell("a1"), into = "rook"})
    end
    return effects
end

function one(move)
    return again_and_again()
end

function two(move)
    return again_and_again()
end

function three(move)
    return again_and_again()
end

function four(move)
    return again_and_again()
end
