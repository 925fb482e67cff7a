# Run by cpack before and after it packs. Before: what Debian's policy wants beside our files, in each component's tree. Times and names of makers are left out of
# what is compressed, so that two builds give the same bytes.
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    set(epoch $ENV{SOURCE_DATE_EPOCH})
else()
    string(TIMESTAMP epoch %s)
endif()
execute_process(COMMAND date -u -R -d @${epoch} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

execute_process(
    COMMAND awk -v version=${CPACK_PACKAGE_VERSION} -v maintainer=${CPACK_PACKAGE_CONTACT} -v date=${date}
        -f ${CPACK_FERZ_SOURCE}/release/changelog.awk ${CPACK_FERZ_SOURCE}/CHANGELOG.md
    OUTPUT_VARIABLE changes COMMAND_ERROR_IS_FATAL ANY)

# The source tarball: the same bytes, on every machine and at any time.
if(CPACK_PACKAGE_FILES AND CPACK_GENERATOR STREQUAL "TGZ")
    set(open ${CPACK_TEMPORARY_DIRECTORY}/../open)
    foreach(package IN LISTS CPACK_PACKAGE_FILES)
        file(REMOVE_RECURSE ${open})
        file(MAKE_DIRECTORY ${open})
        execute_process(COMMAND tar -xzf ${package} -C ${open} COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND find ${open} -type d -exec chmod 755 {} + COMMAND_ERROR_IS_FATAL ANY)
        execute_process(
            COMMAND tar --sort=name --mtime=@${epoch} --owner=0 --group=0 --numeric-owner --format=ustar -C ${open} -c ${CPACK_PACKAGE_FILE_NAME}
            COMMAND gzip -9n
            OUTPUT_FILE ${package} COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    file(REMOVE_RECURSE ${open})
endif()
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()

# After: cpack gives a library maintainer scripts that call ldconfig, where policy wants a trigger; and it signs what is in a package
# with the time of packing.
if(CPACK_PACKAGE_FILES)
    set(open ${CPACK_TEMPORARY_DIRECTORY}/open)
    foreach(package IN LISTS CPACK_PACKAGE_FILES)
        file(REMOVE_RECURSE ${open})
        execute_process(COMMAND dpkg-deb -R ${package} ${open} COMMAND_ERROR_IS_FATAL ANY)
        if(package MATCHES "libferz${CPACK_FERZ_SOVERSION}_")
            file(REMOVE ${open}/DEBIAN/postinst ${open}/DEBIAN/postrm)
            file(WRITE ${open}/DEBIAN/triggers "activate-noawait ldconfig\n")
            # Each function with the node of the version that brought it.
            file(GLOB library ${open}/usr/lib/*/libferz.so.${CPACK_FERZ_SOVERSION})
            execute_process(
                COMMAND nm -D --defined-only ${library}
                COMMAND awk -v package=libferz${CPACK_FERZ_SOVERSION} -v soversion=${CPACK_FERZ_SOVERSION}
                    "BEGIN { print \"libferz.so.\" soversion, package, \"#MINVER#\" } $3 ~ /@@?FERZ_/ || $2 == \"A\" { sub(/@@/, \"@\", $3); version = $3; sub(/.*FERZ_/, \"\", version); if ($3 !~ /@/) $3 = $3 \"@\" $3; print \" \" $3, version }"
                COMMAND sort -r
                OUTPUT_FILE ${open}/DEBIAN/symbols COMMAND_ERROR_IS_FATAL ANY)
            file(WRITE ${open}/DEBIAN/shlibs "libferz ${CPACK_FERZ_SOVERSION} libferz${CPACK_FERZ_SOVERSION} (>= ${CPACK_PACKAGE_VERSION})\n")
        endif()
        # What is in the files, links not followed, in KiB; cpack counts what a link leads to once more.
        execute_process(COMMAND find ${open} -path ${open}/DEBIAN -prune -o -type f -printf "%s\n"
            COMMAND awk "{ sum += int(($1 + 1023) / 1024) } END { print sum }" OUTPUT_VARIABLE size OUTPUT_STRIP_TRAILING_WHITESPACE)
        file(READ ${open}/DEBIAN/control control)
        string(REGEX REPLACE "Installed-Size: [0-9]+" "Installed-Size: ${size}" control "${control}")
        string(STRIP "${control}" control)
        if(package MATCHES "libferz")
            string(APPEND control "\nMulti-Arch: same\n")
        else()
            string(APPEND control "\nMulti-Arch: foreign\n")
        endif()
        file(WRITE ${open}/DEBIAN/control "${control}")
        execute_process(COMMAND find ${open} -exec touch -h -d @${epoch} {} + COMMAND_ERROR_IS_FATAL ANY)
        execute_process(COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${epoch} dpkg-deb -Zxz --root-owner-group -b ${open} ${package}
            OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    file(REMOVE_RECURSE ${open})
    return()
endif()

file(STRINGS ${CPACK_FERZ_SOURCE}/LICENSE licence ENCODING UTF-8)
set(terms "")
foreach(line IN LISTS licence)
    if(line MATCHES "^Copyright \\(c\\) (.*)")
        set(holder "${CMAKE_MATCH_1}")
    elseif(line STREQUAL "")
        string(APPEND terms " .\n")
    elseif(NOT line STREQUAL "MIT License")
        string(APPEND terms " ${line}\n")
    endif()
endforeach()
string(REGEX REPLACE "^( \\.\n)+" "" terms "${terms}")

# What is bundled: the editor in the program, and what the page of published games is compiled from. Their licences are MIT, too.
set(editor "")
if(EXISTS ${CPACK_FERZ_EDITOR})
    file(STRINGS ${CPACK_FERZ_EDITOR} holders REGEX "^Copyright [(]C[)]" ENCODING UTF-8)
    list(REMOVE_DUPLICATES holders)
    list(SORT holders)
    string(REPLACE "Copyright (C) " "" holders "${holders}")
    string(REPLACE ";" "\n " holders "${holders}")
    if(holders)
        set(editor "\nFiles: interp/serve/codemirror/packed/*\nCopyright: ${holders}\nLicense: MIT\n"
            "Comment: CodeMirror and Lezer, bundled into the program as the editor of the workbench.\n")
        string(CONCAT editor ${editor})
    endif()
endif()
set(published "")
if(EXISTS ${CPACK_FERZ_SOURCE}/interp/wasm/packed/publish.html)
    set(published "\nFiles: interp/wasm/packed/publish.html\nCopyright: ${holder}\n 2006-2016 Kirill Simonov\n 2017-2020 Ingy dot Net\n"
        " 1994-2023 Lua.org, PUC-Rio\n 2009-2020 Petri Lehtinen\nLicense: MIT\n"
        "Comment: ferz with libyaml, Lua and jansson, compiled to WebAssembly for published games.\n")
    string(CONCAT published ${published})
endif()

foreach(row IN ITEMS program:ferz rules:ferz-rules library:libferz${CPACK_FERZ_SOVERSION} development:libferz-dev)
    string(REGEX REPLACE ":.*" "" component ${row})
    string(REGEX REPLACE ".*:" "" package ${row})
    set(tree ${CPACK_TEMPORARY_DIRECTORY}/${component})
    if(NOT EXISTS ${tree}/usr)
        message(FATAL_ERROR "packages are made with the prefix /usr; there is no ${tree}/usr")
    endif()
    set(documents ${tree}/usr/share/doc/${package})
    file(WRITE ${documents}/copyright
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Ferz\n\n"
        "Files: *\nCopyright: ${holder}\nLicense: MIT\n${editor}${published}\nLicense: MIT\n${terms}")
    file(REMOVE ${documents}/LICENSE) # copyright has it
    file(WRITE ${documents}/changelog "${changes}")
    execute_process(COMMAND gzip -9n ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB pages ${tree}/usr/share/man/*/*.[0-9])
    foreach(page IN LISTS pages)
        execute_process(COMMAND gzip -9n ${page} COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    # Whoever builds may have a umask of their own. A plain file is for reading; programs lie in bin/ alone.
    execute_process(COMMAND find ${tree} -type f -not -path "*/usr/bin/*" -exec chmod 644 {} + COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND find ${tree} -type d -exec chmod 755 {} + COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND find ${tree} -exec touch -h -d @${epoch} {} + COMMAND_ERROR_IS_FATAL ANY)
endforeach()
