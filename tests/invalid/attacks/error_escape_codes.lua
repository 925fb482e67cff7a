-- expect: error: red
error("\27[31mred")
