-- expect: error: must be a cell
return file("12")
