-- expect: error: must be a list
function effects() return {[1] = {take = 1}, [3] = {take = 2}, [1e9] = {take = 3}} end
