/* Paths that rule files draw: what is sound, and everything else with its place. */
#include "unit/test.h"

#include <string.h>

#include "rules/svg_path.h"

TEST(test_sound)
{
    static const char *const sound[] = {
        "M50 12L88 85H12z",
        "M18 85V45L50 14l32 31v40H60V60H42v25z",
        "M 50,14 a36 36 0 1 1 0 72 a36 36 0 1 1 0 -72z",
        "M10 10C20-20 80 120 90 90S10 10 50 50Q0 0 10 10T20 20zm5 5l.5.5",
        "M0 0 100 100 0 100Z",
        "M50 50",
    };
    for (size_t i = 0; i < sizeof sound / sizeof sound[0]; i++) {
        size_t at;
        assert_true(svg_path_is_meant(sound[i]));
        const char *fault = svg_path_fault(sound[i], &at);
        if (fault) {
            fail_msg("%s: %s at %zu", sound[i], fault, at);
        }
    }
}

TEST(test_faults)
{
    static const struct {
        const char *path, *fault;
        size_t at;
    } rows[] = {
        {"M50 12\"/><script>", "no command", 6},
        {"M50 12L88 85 url(#x)", "no command", 13},
        {"M50 12&#10;", "no command", 6},
        {"M50 12\x01", "no command", 6},
        {"M50 12L1e9 5", "more numbers", 8},
        {"M50 12L88888 5", "four digits", 7},
        {"M50", "more numbers", 3},
        {"M50 12L-5 12", "leaves the square", 7},
        {"M50 12h51", "leaves the square", 7},
        {"M50 12c0 0 0 200 1 1", "leaves the square", 7},
        {"M50 12a0 5 0 1 1 5 5", "an arc", 7},
        {"M50 12a5 5 0 2 1 5 5", "an arc", 7},
        {"M50 12L.", "four digits", 7},
        {"M50 12L--5 5", "four digits", 7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t at = 99;
        const char *fault = svg_path_fault(rows[i].path, &at);
        if (!fault || !strstr(fault, rows[i].fault) || at != rows[i].at) {
            fail_msg("%s: %s at %zu", rows[i].path, fault ? fault : "sound", at);
        }
    }
    char large[SVG_PATH_MAX + 100] = "M50 50";
    while (strlen(large) <= SVG_PATH_MAX) {
        strcat(large, "l0 0");
    }
    size_t at;
    assert_string_equal(svg_path_fault(large, &at), "a path may have 2000 bytes");
    static const char *const names[] = {"Moon", "", "m50 50", "Mx", "moa", "cannon"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_false(svg_path_is_meant(names[i]));
    }
}
