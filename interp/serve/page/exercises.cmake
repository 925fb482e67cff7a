# Writes the exercises of the lesson as a module: export const files = {NAME: TEXT, ...}.
# usage: cmake -DFOLDER=guides/lesson -DOUT=exercises.js -P exercises.cmake
file(GLOB files ${FOLDER}/*.yaml ${FOLDER}/*.lua)
list(SORT files)
set(module "// Made from guides/lesson by the build.\nexport const files = {\n")
foreach(file IN LISTS files)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(REPLACE "\\" "\\\\" text "${text}")
    string(REPLACE "\"" "\\\"" text "${text}")
    string(REPLACE "\n" "\\n" text "${text}")
    string(APPEND module "  \"${name}\": \"${text}\",\n")
endforeach()
file(WRITE ${OUT} "${module}};\n")
