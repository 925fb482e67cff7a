-- expect: error: without
function effects() return {[1000000] = {capture = 1}} end
