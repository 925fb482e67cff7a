function shy()
    return false
end
