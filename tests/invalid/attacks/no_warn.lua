-- expect: error: global 'warn'
warn("@on")
