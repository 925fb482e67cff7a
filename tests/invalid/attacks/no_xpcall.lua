-- expect: error: global 'xpcall'
xpcall(error, function() while true do end end)
