--- A bishop captures nothing.
--- ru: Слон не берёт.
function gentle_bishops(move)
    return false
end
