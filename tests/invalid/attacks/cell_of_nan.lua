-- expect: error: must be a cell
return rank(0 / 0)
