-- After a capture the mover's checks, and what it does as long as the counter stands, are counted.
function begin(move)
    return {{counter = "running", set = 1}}
end

function count_it(move)
    return {{counter = "counted", set = counter("counted") + 1}}
end
