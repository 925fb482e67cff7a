function array()
    local men = nil
    return men.first
end
