function list()
    return {{text = "", to = cell("d4")}}
end
