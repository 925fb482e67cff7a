-- expect: error: global 'os'
return os.time()
