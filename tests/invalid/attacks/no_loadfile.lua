-- expect: error: global 'loadfile'
loadfile("/etc/passwd")
