function after_move(move)
    return {{capture = cell("e8")}}
end
