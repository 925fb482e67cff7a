/* Every key of the language is used by a game of rules/. "A key needs two games" holds for new keys: those that one
 * game used before that rule are listed in quality/keys/one-game.txt, each with the reason why it stays. */
#include "unit/test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/schema.h"

enum { ROWS_MAX = 400, LINE_SIZE = 300 };

/* How many games use each row of the schema, and the last game that did. */
static int uses[ROWS_MAX], last_game[ROWS_MAX];

static void note_map(const node *map, schema_section section, int game);

static void note_value(const schema_row *row, const node *value, int game)
{
    size_t count;
    const ptrdiff_t at = row - schema_rows(&count);
    if (schema_is_removal(row, value)) {
        return;
    }
    uses[at] += last_game[at] != game;
    last_game[at] = game;
    if (row->shapes & SHAPE_PATCH) {
        note_map(value, SECTION_VARIANT, game);
    } else if (row->shapes & (SHAPE_MAP | SHAPE_MAPS)) {
        for (size_t i = 0; i < node_item_count(value); i++) {
            note_map(node_item(value, i), row->child, game);
        }
    }
}

static void note_map(const node *map, schema_section section, int game)
{
    for (size_t i = 0; map->kind == NODE_MAP && i < map->length; i++) {
        const schema_row *row = schema_find(section, map->keys[i]);
        if (row) {
            note_value(row, map->items[i], game);
        }
    }
}

static bool is_game(const char *file)
{
    const char *end = strrchr(file, '.');
    return end && strcmp(end, ".yaml") == 0 && !strstr(file, ".test.") && !strstr(file, ".tuning.");
}

static int read_games(void)
{
    DIR *folder = opendir(FERZ_SOURCE_DIR "/rules");
    assert_non_null(folder);
    int games = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!is_game(entry->d_name)) {
            continue;
        }
        char path[1024];
        arena memory;
        diag_list diags;
        arena_init(&memory, 0);
        diag_list_init(&diags);
        snprintf(path, sizeof path, "%s/rules/%s", FERZ_SOURCE_DIR, entry->d_name);
        const node *root = document_load(&memory, &diags, path);
        assert_non_null(root);
        note_map(root, SECTION_VARIANT, ++games);
        diag_list_finish(&diags);
        arena_finish(&memory);
    }
    closedir(folder);
    return games;
}

static void row_name(const schema_row *row, char *name)
{
    snprintf(name, LINE_SIZE, "%s %s", schema_section_of(row->section)->where, row->key);
}

/* Whether the list names the row, whose mark is then set. */
static bool is_listed(const char *name, char listed[][LINE_SIZE], size_t count, bool *marks)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(listed[i], name) == 0) {
            marks[i] = true;
            return true;
        }
    }
    return false;
}

static size_t read_list(char listed[][LINE_SIZE])
{
    FILE *file = fopen(FERZ_SOURCE_DIR "/tests/quality/keys/one-game.txt", "r");
    assert_non_null(file);
    size_t count = 0;
    while (count < ROWS_MAX && fgets(listed[count], LINE_SIZE, file)) {
        listed[count][strcspn(listed[count], "\n")] = '\0';
        if (listed[count][0] == '#' || listed[count][0] == '\0') {
            continue;
        }
        char *reason = strstr(listed[count], " | ");
        if (!reason || strlen(reason) < 10) {
            fail_msg("one-game.txt: why does `%s` stay?", listed[count]);
        }
        *reason = '\0';
        count++;
    }
    fclose(file);
    return count;
}

TEST(test_keys)
{
    static char listed[ROWS_MAX][LINE_SIZE];
    static bool met[ROWS_MAX];
    size_t row_count, listed_count = read_list(listed);
    const schema_row *rows = schema_rows(&row_count);
    assert_in_range(row_count, 1, ROWS_MAX);
    assert_true(read_games() > 80);
    int faults = 0;
    for (size_t i = 0; i < row_count; i++) {
        char name[LINE_SIZE];
        if (!rows[i].key) {
            continue; /* a name that the author chooses */
        }
        row_name(&rows[i], name);
        if (uses[i] == 0) {
            print_error("no game uses `%s`: give it two games, or remove it\n", name);
            faults++;
        } else if (uses[i] == 1 && !is_listed(name, listed, listed_count, met)) {
            print_error("one game uses `%s`: a key needs two games\n", name);
            faults++;
        }
    }
    for (size_t i = 0; i < listed_count; i++) {
        if (!met[i]) {
            print_error("quality/keys/one-game.txt: `%s` has two games or is gone: remove it from the list\n",
                        listed[i]);
            faults++;
        }
    }
    assert_int_equal(faults, 0);
}
