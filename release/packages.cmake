# What `cpack` makes of a build: Debian packages (`cpack -G DEB`), and a source tarball (`cpack --config CPackSourceConfig.cmake`).
# `./dev release` runs both; for packages it configures with the prefix /usr.

# The domain `invalid` is reserved for addresses that do not exist: without a word of who makes the packages, nobody answers for them.
set(FERZ_MAINTAINER "The Ferz authors <nobody@ferz.invalid>" CACHE STRING "Who answers for the packages: NAME <ADDRESS>")

set(CPACK_PACKAGE_NAME ferz)
set(CPACK_PACKAGE_VENDOR "The Ferz authors")
set(CPACK_PACKAGE_CONTACT "${FERZ_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "rules interpreter for chess variants") # the first line of each package's text
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# ---- Source ----

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME ferz-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "/[.]git/" "/[.]git$" "/build/")

# ---- Debian ----

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program rules library development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Copyright, changes and compressed pages, as Debian wants them.
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/release/debian.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/release/debian.cmake)
set(CPACK_FERZ_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_FERZ_SOVERSION ${FERZ_SOVERSION})
set(CPACK_FERZ_EDITOR ${PROJECT_BINARY_DIR}/page/codemirror.js)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME ferz)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "ferz-rules (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS librsvg2-2)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS xboard)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Ferz plays chess variants from a description.
A game is a YAML file; where data is not enough, a short Lua script says
the rest. The program gives the legal moves of such a game, an opponent,
and the reason why a move is not allowed. It plays in a terminal and with
board programs that speak UCI, USI or the protocol of XBoard.")

set(CPACK_DEBIAN_RULES_PACKAGE_NAME ferz-rules)
set(CPACK_DEBIAN_RULES_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_RULES_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_RULES_PACKAGE_ENHANCES "ferz")
set(CPACK_COMPONENT_RULES_DESCRIPTION "More than a hundred games as YAML files with Lua scripts: chess and its
relatives from shatranj to shogi, draughts, boards of hexagons, dice, and
games where a player does not see everything. Examples of play that check
the rules lie beside them.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libferz${FERZ_SOVERSION})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_RECOMMENDS ferz-rules)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The shared library loads a game from YAML and Lua. It lists, plays and
explains moves, judges positions, draws boards and searches for the best
move.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libferz-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libferz${FERZ_SOVERSION} (= ${PROJECT_VERSION}), libyaml-dev, liblua5.4-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The header, the static library, and what pkg-config and CMake need to
find them. A program that uses the library loads games from YAML and Lua,
and lists, plays and explains moves.")

include(CPack)
