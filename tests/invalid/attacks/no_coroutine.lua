-- expect: error: global 'coroutine'
coroutine.wrap(function() while true do end end)()
