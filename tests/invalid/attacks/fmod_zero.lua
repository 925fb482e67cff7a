-- expect: error: division by zero
return math.fmod(1, 0)
