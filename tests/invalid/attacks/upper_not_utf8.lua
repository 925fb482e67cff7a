-- expect: harmless
string.upper("\255\0\128") string.lower("\u{202e}") string.sub("\0\0", -9, 9)
