# Writes a text file as C: `cmake -DTEXT=in.txt -DSYMBOL=text_x -DOUT=x.c -P embed.cmake`. The array ends in a NUL.
file(READ ${TEXT} bytes HEX)
string(LENGTH "${bytes}" digits)
math(EXPR length "${digits} / 2")
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
string(REPLACE "'\\x0a'," "'\\x0a',\n" bytes "${bytes}")
file(WRITE ${OUT} "#include <stddef.h>\n\nextern const char ${SYMBOL}[];\nextern const size_t ${SYMBOL}_length;\n\n"
    "const char ${SYMBOL}[] = {\n${bytes}'\\0'};\nconst size_t ${SYMBOL}_length = ${length};\n")
