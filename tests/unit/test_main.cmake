# Makes the main of a unit test from its source: `cmake -DTEST=test_x.c -DNAME=play/x -DOUT=main.c -P test_main.cmake`. test.h has the words.
cmake_policy(VERSION 3.22)
file(STRINGS ${TEST} lines REGEX "^[ \t]*(TEST|ALL_TESTS|EACH_TEST|TEST_ARGUMENTS)[ \t]*[(]")
set(names "")
set(words "")
foreach(line IN LISTS lines)
    if(line MATCHES "^TEST[(]([A-Za-z0-9_]+)[)]$")
        list(APPEND names ${CMAKE_MATCH_1})
    elseif(line MATCHES "^(ALL_TESTS|EACH_TEST|TEST_ARGUMENTS)[(].*[)];$")
        list(APPEND words ${CMAKE_MATCH_1})
    else()
        message(FATAL_ERROR "${TEST}: `${line}` must stand at the beginning of a line, alone")
    endif()
endforeach()
if(NOT names)
    message(FATAL_ERROR "${TEST}: there is no TEST(name)")
endif()
list(REMOVE_DUPLICATES names) # one in each branch of #if

set(declared "")
set(rows "")
foreach(name IN LISTS names)
    string(APPEND declared "void unit_test_${name}(void **state);\n")
    string(APPEND rows "        {\"${name}\", unit_test_${name}, unit_before_each, unit_after_each, NULL},\n")
endforeach()
foreach(word IN ITEMS ALL_TESTS EACH_TEST)
    if(NOT word IN_LIST words)
        string(APPEND declared "${word}(NULL, NULL);\n")
    endif()
endforeach()
if(NOT "TEST_ARGUMENTS" IN_LIST words)
    string(APPEND declared "TEST_ARGUMENTS(NULL);\n")
endif()
file(WRITE ${OUT} "#include \"unit/test.h\"\n\n${declared}
int main(int argc, char **argv)
{
    int status = unit_arguments ? unit_arguments(argc, argv) : -1;
    const struct CMUnitTest tests[] = {
${rows}    };
    return status >= 0 ? status : cmocka_run_group_tests_name(\"${NAME}\", tests, unit_before_all, unit_after_all);
}
")
