-- expect: error: must be a list without holes
function effects() return {nil, nil, {capture = 0}} end
