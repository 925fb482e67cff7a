# For musl: Debian's musl-gcc, and libyaml and Lua that release/musl.sh compiled. What is built runs here. `./dev musl` uses it.
get_filename_component(foreign ${CMAKE_CURRENT_LIST_DIR}/../build/foreign/musl ABSOLUTE)
set(CMAKE_C_COMPILER musl-gcc)
set(ENV{PKG_CONFIG_LIBDIR} ${foreign}/pkgconfig)
set(FERZ_MATH m CACHE STRING "the libm that the compiler knows, not that of another C library")
