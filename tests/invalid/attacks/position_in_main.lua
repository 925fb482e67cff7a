-- expect: error: only in live hooks
return piece(0)
