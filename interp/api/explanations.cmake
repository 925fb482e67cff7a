# Makes a C table of explanations.txt: `cmake -DTEXT=explanations.txt -DOUT=x.c -P explanations.cmake`.
#
# A section is `E0301: title`, a paragraph, then fields in any order:
#   file: NAME, command: WORDS          see explanations.h
#   wrong: WORDS, fixed: WORDS          command lines
#   wrong:, fixed:, companion: NAME     followed by the lines of a file, each indented by four spaces
# The script works on hexadecimal digits, so that no character means anything to CMake.
file(READ ${TEXT} bytes HEX)
string(REGEX REPLACE "(..)" "\\1 " bytes "${bytes}")
string(REPLACE "0a " ";|" bytes "|${bytes}")

set(fields title text file command wrong fixed companion companion_text)
set(rows "")
set(count 0)
set(code "")

function(ferz_literal result value) # a C string, or NULL
    if("${value}" STREQUAL "")
        set(${result} NULL PARENT_SCOPE)
    else()
        string(REGEX REPLACE "(..) " "\\\\x\\1" value "${value}")
        set(${result} "\"${value}\"" PARENT_SCOPE)
    endif()
endfunction()

macro(ferz_end_section)
    if(NOT code STREQUAL "")
        ferz_literal(literal "${code}")
        string(APPEND rows "    {.code = ${literal}")
        foreach(field IN LISTS fields)
            ferz_literal(literal "${f_${field}}")
            if(NOT literal STREQUAL "NULL")
                string(APPEND rows ", .${field} = ${literal}")
            endif()
        endforeach()
        if(commands)
            string(APPEND rows ", .commands = true")
        endif()
        string(APPEND rows "},\n")
        math(EXPR count "${count} + 1")
    endif()
endmacro()

foreach(line IN LISTS bytes)
    string(SUBSTRING "${line}" 1 -1 line)
    if(line MATCHES "^(4[57] |57 )(3. 3. 3. 3. )3a 20 (.*)$") # E0301: or W1001:
        set(next "${CMAKE_MATCH_1}${CMAKE_MATCH_2}")
        set(title "${CMAKE_MATCH_3}")
        ferz_end_section()
        foreach(field IN LISTS fields)
            set(f_${field} "")
        endforeach()
        set(code "${next}")
        set(f_title "${title}")
        set(commands FALSE)
        set(block "")
        set(blank "")
    elseif(line MATCHES "^20 20 20 20 (.*)$" AND NOT block STREQUAL "")
        string(APPEND f_${block} "${blank}${CMAKE_MATCH_1}0a ")
        set(blank "")
    elseif(line STREQUAL "")
        string(APPEND blank "0a ") # inside a file, if more of it follows
    elseif(line MATCHES "^66 69 6c 65 3a 20 (.*)$") # file:
        set(f_file "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^63 6f 6d 6d 61 6e 64 3a 20 (.*)$") # command:
        set(f_command "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^(77 72 6f 6e 67|66 69 78 65 64) 3a (20 )?(.*)$") # wrong: or fixed:
        set(block wrong)
        if(CMAKE_MATCH_1 STREQUAL "66 69 78 65 64")
            set(block fixed)
        endif()
        set(blank "")
        if(NOT CMAKE_MATCH_3 STREQUAL "")
            set(f_${block} "${CMAKE_MATCH_3}")
            set(block "")
            set(commands TRUE)
        endif()
    elseif(line MATCHES "^63 6f 6d 70 61 6e 69 6f 6e 3a 20 (.*)$") # companion:
        set(f_companion "${CMAKE_MATCH_1}")
        set(block companion_text)
        set(blank "")
    elseif(f_text STREQUAL "")
        set(f_text "${line}")
    else()
        string(APPEND f_text "20 ${line}")
    endif()
endforeach()
ferz_end_section()

file(WRITE ${OUT} "#include \"api/explanations.h\"\n\nconst explanation explanations[] = {\n${rows}};\n"
    "const size_t explanation_count = ${count};\n")
