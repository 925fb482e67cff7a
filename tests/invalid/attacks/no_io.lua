-- expect: error: global 'io'
io.open("/etc/passwd")
