-- expect: error: global 'dofile'
dofile("/etc/passwd")
