function list()
    return {{text = "A", capture = cell("d7")}}
end
