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
            file(WRITE ${open}/DEBIAN/shlibs "libferz ${CPACK_FERZ_SOVERSION} libferz${CPACK_FERZ_SOVERSION} (>= ${CPACK_PACKAGE_VERSION})\n")
        endif()
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
        "Files: *\nCopyright: ${holder}\nLicense: MIT\n${terms}")
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
