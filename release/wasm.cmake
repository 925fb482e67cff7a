# For WebAssembly: Debian's emscripten, and the libraries that release/wasm.sh compiled. `./dev wasm` uses it.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
get_filename_component(foreign ${CMAKE_CURRENT_LIST_DIR}/../build/foreign/wasm ABSOLUTE)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY BOTH) # pkg-config names folders outside emscripten's own
set(PKG_CONFIG_EXECUTABLE /usr/bin/pkg-config)
set(ENV{PKG_CONFIG_LIBDIR} ${foreign}/pkgconfig)
set(FERZ_MATH m CACHE STRING "emscripten's own")
