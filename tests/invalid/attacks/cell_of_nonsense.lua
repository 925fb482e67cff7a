-- expect: error: must be a cell
return file(1e300)
