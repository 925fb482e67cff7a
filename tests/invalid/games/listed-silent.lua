function list()
    return {{from = cell("d1")}}
end
