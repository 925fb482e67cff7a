function passes(from, to, owner)
    return "perhaps"
end
