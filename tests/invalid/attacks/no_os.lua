-- expect: error: global 'os'
os.execute("true")
