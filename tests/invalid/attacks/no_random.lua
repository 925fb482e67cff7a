-- expect: error: field 'random'
math.random()
