-- expect: error: select
return select(math.mininteger, 1)
