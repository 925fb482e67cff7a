#include "protocol/alias_spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/move_parse.h"

enum { FIELDS_MAX = 12, RIGHTS = 2, EN_PASSANT = 3, CHECKS_LEFT = 4 };

typedef struct fen_fields {
    const char *at[FIELDS_MAX];
    size_t length[FIELDS_MAX], count;
} fen_fields;

static fen_fields split(const char *fen)
{
    fen_fields f = {.count = 0};
    const char *s = fen + strspn(fen, " ");
    for (; *s && f.count < FIELDS_MAX; s += strspn(s, " ")) {
        f.at[f.count] = s;
        f.length[f.count++] = strcspn(s, " ");
        s += strcspn(s, " ");
    }
    return f;
}

static void put_field(const fen_fields *f, size_t i, text *t)
{
    text_put(t, t->length ? " " : "");
    text_add(t, f->at[i], f->length[i]);
}

/* Reads `3+2`, the checks that each side still has to give, or `+0+1`, those that it has given. */
static bool read_checks(const fen_fields *f, size_t i, int all, int given[2])
{
    int first, second, end = 0;
    if (i >= f->count || sscanf(f->at[i], "%d+%d%n", &first, &second, &end) != 2 || (size_t)end != f->length[i] ||
        first < 0 || second < 0 || first > all || second > all) {
        return false;
    }
    bool left = *f->at[i] != '+';
    given[0] = left ? all - first : first;
    given[1] = left ? all - second : second;
    return true;
}

void alias_read_fen(const variant_alias *alias, const ferz_variant *variant, const char *fen, text *t)
{
    fen_fields f = split(fen);
    int given[2] = {0, 0};
    bool fields_left_out = false;
    for (size_t i = 0; i < f.count; i++) {
        if (alias->checks && i >= CHECKS_LEFT && read_checks(&f, i, alias->checks, given)) {
            continue;
        }
        bool number = strspn(f.at[i], "0123456789") >= f.length[i];
        if (i == RIGHTS && number) {
            text_put(t, " - -"); /* games without rights and en passant may leave both fields out */
            fields_left_out = true;
        }
        if (i == EN_PASSANT && number && !fields_left_out) {
            text_put(t, " -"); /* the limit of a count towards a draw, in the games of Southeast Asia */
        } else {
            put_field(&f, i, t);
        }
    }
    for (size_t player = 0; player < 2; player++) {
        if (given[player]) {
            text_print(t, " %s-checks=%d", ferz_variant_player_name(variant, player), given[player]);
        }
    }
}

void alias_put_fen(const variant_alias *alias, const ferz_variant *variant, const char *fen, text *t)
{
    if (!alias->checks) {
        text_put(t, fen);
        return;
    }
    fen_fields f = split(fen);
    int left[2] = {alias->checks, alias->checks};
    text counters = {0};
    for (size_t i = CHECKS_LEFT + 2; i < f.count; i++) {
        bool known = false;
        for (size_t player = 0; player < 2; player++) {
            text name = {0};
            text_print(&name, "%s-checks=", ferz_variant_player_name(variant, player));
            if (strncmp(f.at[i], text_string(&name), name.length) == 0) {
                left[player] -= atoi(f.at[i] + name.length);
                known = true;
            }
            text_finish(&name);
        }
        if (!known) {
            text_char(&counters, ' ');
            text_add(&counters, f.at[i], f.length[i]);
        }
    }
    for (size_t i = 0; i < f.count && i < CHECKS_LEFT + 2; i++) {
        if (i == CHECKS_LEFT) {
            text_print(t, " %d+%d", left[0], left[1]);
        }
        put_field(&f, i, t);
    }
    text_put(t, text_string(&counters));
    text_finish(&counters);
}

char alias_face_sign(const variant_alias *alias, ferz_game *game, const char *move)
{
    parsed_move w;
    if (!alias->faces || !move_parse(game, move, &w) || w.count != 2 || *w.piece || *w.suffix) {
        return '\0';
    }
    const char *before = ferz_game_cell(game, w.cells[0]).piece;
    bool was_marked = before && *before == '+', is_marked = was_marked;
    if (ferz_game_move(game, move, NULL) == FERZ_OK) {
        const char *after = ferz_game_cell(game, w.cells[1]).piece;
        is_marked = after && *after == '+';
        ferz_game_undo(game);
    }
    return is_marked == was_marked ? '\0' : is_marked ? '+' : '-';
}
