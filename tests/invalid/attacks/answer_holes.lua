-- expect: error: must be a list
function effects() return {[1] = {capture = 1}, [3] = {capture = 2}, [1e9] = {capture = 3}} end
