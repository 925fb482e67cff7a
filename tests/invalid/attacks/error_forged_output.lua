-- expect: error: oops bestmove e2e4
error("oops\nbestmove e2e4\n", 0)
