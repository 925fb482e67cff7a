-- expect: error: global 'utf8'
utf8.char(1)
