/* Zones: texts into cells, for each player; and what is wrong with those that cannot be read. */
#include "unit/test.h"

#include "unit/fixtures.h"

#include "compile/zone.h"

static const char GAME[] = "name: T\nboard: {size: 5x6}\n"
                           "zones:\n  camp: own ranks 1-2\n  corner: own a1\n  both: [camp and file e, corner]\n"
                           "pieces: {x: {letter: x, moves: W}}\nstart: 5/5/5/5/5/5 w\n";

static ferz_variant *game_of_zones;

static int setup(void **state)
{
    (void)state;
    game_of_zones = support_text(GAME);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    ferz_variant_free(game_of_zones);
    return 0;
}

/* The cells of a zone with blanks between, or the first message as "COLUMN: TEXT". */
static const char *zone_text(const char *description, size_t player)
{
    static char line[2048];
    const topology *t = &game_of_zones->variant->topology;
    diag_list diags;
    diag_list_init(&diags);
    const source *s = diag_source(&diags, "zone", description, strlen(description));
    rule_text w = {.string = s->bytes, .location = {s, 1, 1, 0}, .verbatim = true};
    bool cells[CELLS_MAX];
    size_t used = 0;
    line[0] = '\0';
    if (!zone_read(t, game_of_zones->rules, &diags, &w, player, cells)) {
        assert_non_null(diags.first);
        snprintf(line, sizeof line, "%u: %s", (unsigned)diags.first->location.column, diags.first->text);
    } else {
        assert_int_equal(diags.errors, 0);
        for (int row = t->rows - 1; row >= 0; row--) {
            for (int column = 0; column < t->columns; column++) {
                cell_id cell = topology_at(t, column, row, 0);
                line[used++] = cell != CELL_NONE && cells[cell] ? '#' : '.';
            }
            line[used++] = row ? '/' : '\0';
        }
    }
    diag_list_finish(&diags);
    return line;
}

#define NO "....."
#define ALL "#####"

TEST(test_zones)
{
    static const struct {
        const char *description;
        size_t player;
        const char *cells;
    } cases[] = {
        {"all", 0, ALL "/" ALL "/" ALL "/" ALL "/" ALL "/" ALL},
        {"rank 3", 0, NO "/" NO "/" NO "/" ALL "/" NO "/" NO},
        {"rank 3", 1, NO "/" NO "/" NO "/" ALL "/" NO "/" NO},
        {"own rank 3", 1, NO "/" NO "/" ALL "/" NO "/" NO "/" NO},
        {"ranks 5-6", 0, ALL "/" ALL "/" NO "/" NO "/" NO "/" NO},
        {"own ranks 5-6", 1, NO "/" NO "/" NO "/" NO "/" ALL "/" ALL},
        {"ranks 2-2", 0, NO "/" NO "/" NO "/" NO "/" ALL "/" NO},
        {"file a", 0, "#..../#..../#..../#..../#..../#...."},
        {"files b-d and ranks 1-2", 0, NO "/" NO "/" NO "/" NO "/.###./.###."},
        {"own file b and own rank 1", 1, ".#.../" NO "/" NO "/" NO "/" NO "/" NO},
        {"c4", 0, NO "/" NO "/..#../" NO "/" NO "/" NO},
        {"c4", 1, NO "/" NO "/..#../" NO "/" NO "/" NO},
        {"own c1", 1, "..#../" NO "/" NO "/" NO "/" NO "/" NO},
        {"dark and rank 1", 0, NO "/" NO "/" NO "/" NO "/" NO "/#.#.#"},
        {"light and rank 1", 0, NO "/" NO "/" NO "/" NO "/" NO "/.#.#."},
        {"camp", 0, NO "/" NO "/" NO "/" NO "/" ALL "/" ALL},
        {"camp", 1, ALL "/" ALL "/" NO "/" NO "/" NO "/" NO},
        {"not camp and file a", 0, "#..../#..../#..../#..../" NO "/" NO},
        {"both", 0, NO "/" NO "/" NO "/" NO "/....#/#...#"},
        {"both", 1, "#...#/....#/" NO "/" NO "/" NO "/" NO},
        {"a1, e6,c3", 0, "....#/" NO "/" NO "/..#../" NO "/#...."},
        {"last rank", 0, ALL "/" NO "/" NO "/" NO "/" NO "/" NO},
        {"own last rank", 0, ALL "/" NO "/" NO "/" NO "/" NO "/" NO},
        {"last rank and not file c", 1, NO "/" NO "/" NO "/" NO "/" NO "/##.##"},
        {"own rank 6, last rank", 1, NO "/" NO "/" NO "/" NO "/" NO "/" ALL},
        {"for white rank 6", 0, ALL "/" NO "/" NO "/" NO "/" NO "/" NO},
        {"for white rank 6", 1, NO "/" NO "/" NO "/" NO "/" NO "/" NO},
        {"for black own a1, for white e1", 1, "#..../" NO "/" NO "/" NO "/" NO "/" NO},
        {"for black own a1, for white e1", 0, NO "/" NO "/" NO "/" NO "/" NO "/....#"},
        {"for white not ranks 1-5 and file b", 0, ".#.../" NO "/" NO "/" NO "/" NO "/" NO},
        {"rank 6 and for black file b", 0, NO "/" NO "/" NO "/" NO "/" NO "/" NO},
        {"not all", 0, NO "/" NO "/" NO "/" NO "/" NO "/" NO},
        {"  rank   1  and   file a ", 0, NO "/" NO "/" NO "/" NO "/" NO "/#...."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = zone_text(cases[i].description, cases[i].player);
        if (strcmp(found, cases[i].cells) != 0) {
            print_error("%s for player %zu\n  wanted %s\n  found  %s\n", cases[i].description, cases[i].player,
                        cases[i].cells, found);
            fail();
        }
    }
}

TEST(test_wrong)
{
    static const struct {
        const char *description, *message;
    } cases[] = {
        {"rank 7", "6: there is no rank `7`"},
        {"rank 0", "6: there is no rank `0`"},
        {"ranks 2-9", "7: there is no rank `9`"},
        {"ranks 3-2", "7: this range runs backwards"},
        {"file f", "6: there is no file `f`"},
        {"files a-z", "7: there is no file `z`"},
        {"rank", "5: "},
        {"", "1: "},
        {"palace", "1: `palace` is no cell of this 5x6 board and no zone"},
        {"rank 1 and", "11: "},
        {"rank 1 or rank 2", "8: expected `,`, `and` or the end of the zone here"},
        {"rank 1 rank 2", "8: expected `,`, `and` or the end of the zone here"},
        {"a1,,a2", "4: "},
        {"a1,", "4: "},
        {"own", "4: "},
        {"not", "4: "},
        {"rank 1 and not file c, f1", "24: `f1` is no cell of this 5x6 board"},
        {"for", "4: expected the name of a player behind `for`, such as `white`"},
        {"for red rank 1", "5: expected the name of a player"},
        {"for white", "10: "},
        {"own a7", "5: `a7` is no cell"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = zone_text(cases[i].description, 0);
        if (strncmp(found, cases[i].message, strlen(cases[i].message)) != 0) {
            print_error("%s\n  wanted %s...\n  found  %s\n", cases[i].description, cases[i].message, found);
            fail();
        }
    }
}

/* Players who sit aside have files as ranks; a cell that is a hole from a player's side is left out. */
TEST(test_seats_aside)
{
    ferz_variant *kept = game_of_zones;
    game_of_zones = support_text("name: T\nboard: {size: 5x3, missing: [e3, a2]}\n"
                                 "players: [{name: s, seat: south}, {name: w, seat: west}, {name: e, seat: east}]\n"
                                 "pieces: {x: {letter: x, moves: W}}\nstart: 4/4/5 s\n");
    static const struct {
        const char *description;
        size_t player;
        const char *cells;
    } cases[] = {
        {"own rank 1", 0, NO "/" NO "/" ALL},
        {"own rank 1", 1, "#..../" NO "/#...."},
        {"own rank 5", 1, NO "/....#/....#"},
        {"last rank", 1, NO "/....#/....#"},
        {"own rank 5", 2, "#..../" NO "/#...."},
        {"own file a", 1, "####./" NO "/" NO},
        {"own file c", 2, "####./" NO "/" NO},
        {"own e1", 0, NO "/" NO "/....#"},
        {"own e1", 1, NO "/" NO "/" NO},
        {"own rank 4", 0, "10: there is no rank `4`"},
        {"own rank 6", 1, "10: there is no rank `6`"},
        {"own file d", 1, "10: there is no file `d`"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = zone_text(cases[i].description, cases[i].player);
        if (strncmp(found, cases[i].cells, strlen(cases[i].cells)) != 0) {
            print_error("%s for player %zu\n  wanted %s\n  found  %s\n", cases[i].description, cases[i].player,
                        cases[i].cells, found);
            fail();
        }
    }
    ferz_variant_free(game_of_zones);
    game_of_zones = kept;
}

/* An absent zone is the whole board. */
TEST(test_absent)
{
    bool cells[CELLS_MAX] = {false};
    diag_list diags;
    diag_list_init(&diags);
    rule_text nothing = {.string = NULL};
    assert_true(zone_read(&game_of_zones->variant->topology, game_of_zones->rules, &diags, &nothing, 0, cells));
    for (int i = 0; i < game_of_zones->variant->cells; i++) {
        assert_true(cells[i]);
    }
    diag_list_finish(&diags);
}

ALL_TESTS(setup, teardown);
