-- expect: error: without
function effects() return {[1000000] = {take = 1}} end
