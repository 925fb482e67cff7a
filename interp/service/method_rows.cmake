# Makes the table of functions of methods.json: `cmake -DTEXT=methods.json -DOUT=x.c -P method_rows.cmake`. A method that has no function
# method_NAME does not link.
file(READ ${TEXT} text)
string(JSON count LENGTH "${text}" methods)
math(EXPR last "${count} - 1")
set(declared "")
set(rows "")
foreach(i RANGE ${last})
    string(JSON name GET "${text}" methods ${i} name)
    string(APPEND declared "method_function method_${name};\n")
    string(APPEND rows "    {\"${name}\", method_${name}},\n")
endforeach()
file(WRITE ${OUT} "#include \"service/service_internal.h\"\n\n${declared}\nconst method_row method_rows[] = {\n${rows}};\nconst size_t method_row_count = ${count};\n")
