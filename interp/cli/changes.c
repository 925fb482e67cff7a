#include "cli/changes.h"

#include <stdlib.h>
#include <string.h>

#include "answers/answers.h"
#include "cli/session.h"

struct piece_count {
    int owner;
    const char *type; /* the variant's */
    long number;
};

static struct piece_count *find_count(board_counts *b, int owner, const char *type)
{
    for (size_t i = 0; i < b->count; i++) {
        if (b->counts[i].owner == owner && strcmp(b->counts[i].type, type) == 0) {
            return &b->counts[i];
        }
    }
    if (b->count == b->room) {
        size_t room = b->room ? 2 * b->room : 32;
        struct piece_count *more = realloc(b->counts, room * sizeof *more);
        if (!more) {
            return NULL;
        }
        b->counts = more;
        b->room = room;
    }
    b->counts[b->count] = (struct piece_count){owner, type, 0};
    return &b->counts[b->count++];
}

static long number_of(const board_counts *b, int owner, const char *type)
{
    for (size_t i = 0; i < b->count; i++) {
        if (b->counts[i].owner == owner && strcmp(b->counts[i].type, type) == 0) {
            return b->counts[i].number;
        }
    }
    return 0;
}

bool board_counts_take(board_counts *b, const ferz_game *game)
{
    *b = (board_counts){0};
    for (size_t i = 0; i < ferz_game_cell_count(game); i++) {
        const ferz_cell cell = ferz_game_cell(game, i);
        struct piece_count *count = cell.type ? find_count(b, cell.owner, cell.type) : NULL;
        if (cell.type && !count) {
            return false;
        }
        if (count) {
            count->number++;
        }
    }
    b->fen = ferz_game_fen(game);
    return b->fen;
}

void board_counts_finish(board_counts *b)
{
    free(b->counts);
    ferz_free(b->fen);
    *b = (board_counts){0};
}

/* ---- words ---- */

static void begin_part(text *out)
{
    text_put(out, out->length ? "; " : "");
}

/* "a knight", "2 knights". */
static void put_number(text *out, const char *type, long number)
{
    if (number == 1) {
        text_print(out, "%s %s", text_article(type), type);
    } else {
        text_print(out, "%ld %ss", number, type);
    }
}

/* How many pieces of the owner came to be (`sign` 1) or went (-1); `*one` gets the last such type. */
static long count_changes(const board_counts *before, const board_counts *after, int owner, long sign, const char **one)
{
    long sum = 0;
    const board_counts *both[] = {before, after};
    for (size_t k = 0; k < 2; k++) {
        for (size_t i = 0; i < both[k]->count; i++) {
            const struct piece_count *c = &both[k]->counts[i];
            const bool known = k == 1 && number_of(before, c->owner, c->type) > 0; /* told with those before */
            const long more = sign * (number_of(after, owner, c->type) - number_of(before, owner, c->type));
            if (c->owner == owner && !known && c->number && more > 0) {
                sum += more;
                *one = c->type;
            }
        }
    }
    return sum;
}

static void put_list(const board_counts *before, const board_counts *after, int owner, long sign, text *out)
{
    bool any = false;
    const board_counts *from = sign < 0 ? before : after;
    for (size_t i = 0; i < from->count; i++) {
        const struct piece_count *c = &from->counts[i];
        const long more = sign * (number_of(after, owner, c->type) - number_of(before, owner, c->type));
        if (c->owner == owner && more > 0) {
            text_put(out, any ? ", " : "");
            put_number(out, c->type, more);
            any = true;
        }
    }
}

static void put_player(const board_counts *before, const board_counts *after, int owner, const char *name, bool dropped,
                       text *out)
{
    const char *lost = "", *won = "";
    const long losses = count_changes(before, after, owner, -1, &lost),
               gains = count_changes(before, after, owner, 1, &won);
    if (losses == 1 && gains == 1) {
        begin_part(out);
        text_print(out, "%s %s of %s becomes %s %s", text_article(lost), lost, name, text_article(won), won);
        return;
    }
    if (losses) {
        begin_part(out);
        text_print(out, "%s loses ", name);
        put_list(before, after, owner, -1, out);
    }
    if (gains && !(dropped && gains == 1 && !losses)) {
        begin_part(out);
        text_print(out, "%s gets ", name);
        put_list(before, after, owner, 1, out);
    }
}

/* Whether the FEN has this word among its fields. */
static bool fen_has(const char *fen, const char *word, size_t length)
{
    for (const char *at = fen; *at;) {
        const size_t n = strcspn(at, " ");
        if (n == length && strncmp(at, word, length) == 0) {
            return true;
        }
        at += n + (at[n] == ' ');
    }
    return false;
}

/* Counters are written name=3 in the FEN. */
static void put_counters(const char *before, const char *after, text *out)
{
    for (const char *at = after; *at;) {
        const size_t n = strcspn(at, " ");
        const char *sign = memchr(at, '=', n);
        const bool number = sign && sign > at && n > (size_t)(sign - at) + 1 && strchr("-0123456789", sign[1]);
        if (number && !memchr(at, '/', n) && !fen_has(before, at, n)) {
            begin_part(out);
            text_print(out, "%.*s is now %.*s", (int)(sign - at), at, (int)(n - (size_t)(sign - at) - 1), sign + 1);
        }
        at += n + (at[n] == ' ');
    }
}

void changes_put(const board_counts *before, const ferz_game *game, bool dropped, text *out)
{
    const ferz_variant *variant = ferz_game_variant(game);
    board_counts after;
    text words = {0};
    if (board_counts_take(&after, game)) {
        for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
            put_player(before, &after, (int)i, answer_player(variant, i), dropped, &words);
        }
        put_counters(before->fen, after.fen, &words);
    }
    text_put(out, text_string(&words));
    out->failed |= words.failed;
    text_finish(&words);
    board_counts_finish(&after);
}
