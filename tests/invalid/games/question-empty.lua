--- Looks at a position that cannot be.
function ask(move)
    return not check("black", {{capture = cell("e4")}})
end
