-- expect: error: must be a cell
return name(0.5)
