-- expect: error: global 'collectgarbage'
collectgarbage("stop")
