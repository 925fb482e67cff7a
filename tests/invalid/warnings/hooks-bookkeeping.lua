-- keeps the books
function books()
    return {{counter = "made", set = 1}}
end
