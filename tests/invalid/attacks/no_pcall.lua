-- expect: error: global 'pcall'
while true do pcall(function() while true do end end) end
