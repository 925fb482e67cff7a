-- expect: error: global 'print'
print("bestmove e2e4")
