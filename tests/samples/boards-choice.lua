--- The first four turns are choices.
function begin()
    if counter("count") < 4 then
        return {{text = "begin", {counter = "count", add = 1}}}
    end
    return {}
end
