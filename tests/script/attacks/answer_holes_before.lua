-- expect: error: must be a list without holes
function effects() return {nil, nil, {take = 0}} end
