/* Files: what is read without a game, and what is read for one. */
#include <stdlib.h>
#include <string.h>

#include "ferz_internal.h"
#include "front/match/opening.h"
#include "front/save.h"
#include "fuzz.h"
#include "rules/betza.h"
#include "rules/schema.h"
#include "rules/tuning.h"
#include "search/weights.h"

/* ---- YAML ---- */

static void must_be_sound(const node *n, int depth)
{
    FUZZ_MUST(depth <= DOCUMENT_DEPTH_MAX);
    FUZZ_MUST(n->place.line > 0 && n->place.column > 0);
    if (n->kind == NODE_SCALAR) {
        FUZZ_MUST(n->length <= DOCUMENT_SCALAR_MAX && strlen(n->string) == n->length);
        return;
    }
    for (size_t i = 0; i < n->length; i++) {
        if (n->kind == NODE_MAP) {
            FUZZ_MUST(strlen(n->keys[i]) <= DOCUMENT_KEY_MAX);
            FUZZ_MUST(node_get(n, n->keys[i]) == n->items[i]); /* no key stands twice */
        }
        must_be_sound(n->items[i], depth + 1);
    }
}

static void must_be_rendered(diag_list *diags)
{
    FUZZ_MUST(!diags->failed);
    for (const diag *d = diags->first; d; d = d->next) {
        text words = {0};
        diag_render(d, false, &words);
        fuzz_must_be_plain(text_string(&words), words.length, false);
        text_finish(&words);
    }
}

void fuzz_document(const char *bytes, size_t length)
{
    arena a;
    diag_list diags;
    arena_init(&a, 0);
    diag_list_init(&diags);
    const source *said = diag_source(&diags, "fuzz.yaml", bytes, length);
    node *root = document_parse(&a, &diags, said);
    FUZZ_MUST((root != NULL) == (diags.errors == 0));
    if (root) {
        must_be_sound(root, 1);
        FUZZ_MUST(node_describe(&a, root));
        size_t before = diags.errors;
        bool fine = schema_check(&a, &diags, root, false);
        FUZZ_MUST(fine == (diags.errors == before));
    }
    must_be_rendered(&diags);
    diag_list_finish(&diags);
    arena_finish(&a);
}

/* ---- Betza's notation: read, and walked on a board ---- */

static void play_movement(const char *words)
{
    text yaml = {0};
    text_put(&yaml, "name: Fuzz\nboard: {size: 7x7}\npieces:\n  king: {letter: k, moves: K, royal: true}\n"
                    "  man: {letter: m, moves: '");
    for (const char *c = words; *c; c++) {
        text_print(&yaml, "%s%c", *c == '\'' ? "'" : "", *c);
    }
    text_put(&yaml, "'}\nstart: k2m3/7/2mm3/7/3M1m1/1M5/3MK2 w\nend: {checkmate: loss, stalemate: draw}\n");
    ferz_messages *messages = ferz_messages_create(false);
    ferz_game *rules = ferz_game_load_text("fuzz.yaml", text_string(&yaml), yaml.length, NULL, NULL, 0, 1, messages);
    FUZZ_MUST(rules || ferz_messages_errors(messages));
    fuzz_must_be_told(messages);
    ferz_play *play = rules ? ferz_play_create(rules, NULL, messages) : NULL;
    if (play) {
        fuzz_play(play, 3, fuzz_digest(words, strlen(words)), messages);
    }
    fuzz_must_be_told(messages);
    ferz_play_destroy(play);
    ferz_game_destroy(rules);
    ferz_messages_destroy(messages);
    text_finish(&yaml);
}

void fuzz_betza(const char *bytes, size_t length)
{
    arena a;
    diag_list diags;
    arena_init(&a, 0);
    diag_list_init(&diags);
    const source *said = diag_source(&diags, "fuzz", bytes, length);
    betza found = {0};
    bool fine = betza_parse(&a, &diags, (place){said, 1, 1, 0}, bytes, length, &found);
    FUZZ_MUST(fine == (diags.errors == 0));
    FUZZ_MUST(!fine || found.count <= BETZA_PATHS_MAX);
    for (size_t i = 0; fine && i < found.count; i++) {
        const betza_path *p = &found.paths[i];
        FUZZ_MUST(p->legs >= 1 && p->legs <= BETZA_LEGS_MAX);
        for (int j = 0; j < p->legs; j++) {
            const betza_leg *leg = &p->leg[j];
            FUZZ_MUST((leg->x || leg->y || leg->z) && leg->steps >= 1 && leg->range >= 0);
            FUZZ_MUST(!(leg->flags & LEG_RANGE_UP));
            FUZZ_MUST(j + 1 < p->legs || leg->modes);
        }
    }
    must_be_rendered(&diags);
    diag_list_finish(&diags);
    arena_finish(&a);
    if (fine && length && length < 200 && strlen(bytes) == length) {
        play_movement(bytes);
    }
}

/* ---- weights ---- */

void fuzz_tuning(const char *bytes, size_t length)
{
    arena a;
    diag_list diags;
    arena_init(&a, 0);
    diag_list_init(&diags);
    const source *said = diag_source(&diags, "fuzz.tuning.yaml", bytes, length);
    tuning *found = tuning_parse(&a, &diags, said);
    FUZZ_MUST((found != NULL) == (diags.errors == 0));
    if (found) {
        for (size_t i = 0; i < found->row_count; i++) {
            for (size_t j = 0; j < found->rows[i].count; j++) {
                FUZZ_MUST(abs(found->rows[i].middle[j]) <= TUNING_NUMBER_MOST);
                FUZZ_MUST(abs(found->rows[i].end[j]) <= TUNING_NUMBER_MOST);
            }
        }
        text yaml = {0};
        tuning_write(found, 8, &yaml);
        FUZZ_MUST(!yaml.failed);
        text_finish(&yaml);
        worths of;
        weights w;
        const ferz_game *rules = fuzz_game(4);
        FUZZ_MUST(worths_find(&of, rules->game) && weights_init(&w, &a, &of));
        bool fine = weights_apply(&w, found, &diags);
        worths_finish(&of);
        FUZZ_MUST(fine == (diags.errors == 0));
    }
    must_be_rendered(&diags);
    diag_list_finish(&diags);
    arena_finish(&a);
}

/* ---- saved games ---- */

/* Replays it as `play` does. */
static void resume(const saved_game *g, ferz_messages *messages)
{
    ferz_game *rules =
        strchr(g->game, '/') ? NULL : ferz_game_load(g->game, NULL, g->settings, g->setting_count, 1, messages);
    ferz_play *play = rules ? ferz_play_create(rules, g->start, messages) : NULL;
    const char *at = text_string(&g->moves);
    size_t made = 0;
    for (; play && made < g->move_count; made++, at += strlen(at) + 1) {
        if (ferz_play_move(play, at, messages) != FERZ_OK) {
            break;
        }
    }
    fuzz_must_be_told(messages);
    if (play && made == g->move_count) { /* what is written of it is read again as the same */
        text content = {0}, out = {0}, err = {0};
        saved_game_put(&content, g->game, g->settings, g->setting_count, g->start, play);
        output o = {0};
        saved_game again;
        fuzz_listen();
        bool fine = saved_game_read(&again, fuzz_file(text_string(&content), content.length), &o);
        fuzz_heard(&out, &err);
        FUZZ_MUST(fine && again.move_count == g->move_count && again.setting_count == g->setting_count);
        FUZZ_MUST(strcmp(again.game, g->game) == 0 && strcmp(again.start, g->start) == 0);
        saved_game_finish(&again);
        text_finish(&content);
        text_finish(&out);
        text_finish(&err);
    }
    ferz_play_destroy(play);
    ferz_game_destroy(rules);
}

void fuzz_saved(const char *bytes, size_t length)
{
    output o = {0};
    saved_game g;
    text out = {0}, err = {0};
    fuzz_listen();
    bool fine = saved_game_read(&g, fuzz_file(bytes, length), &o);
    fuzz_heard(&out, &err);
    FUZZ_MUST(out.length == 0);
    FUZZ_MUST(fine == (err.length == 0)); /* why not is said */
    fuzz_must_be_plain(text_string(&err), err.length, false);
    if (fine) {
        ferz_messages *messages = ferz_messages_create(false);
        resume(&g, messages);
        ferz_messages_destroy(messages);
    }
    saved_game_finish(&g);
    text_finish(&out);
    text_finish(&err);
}

/* ---- positions of a match ---- */

void fuzz_openings(const char *bytes, size_t length)
{
    if (!length) {
        return;
    }
    opening_book book = {.game = fuzz_game((unsigned char)bytes[0] % fuzz_game_count()), .plies = 2, .seed = 1};
    ferz_messages *messages = ferz_messages_create(false);
    text why = {0};
    bool missing;
    bool fine = opening_read(&book, fuzz_file(bytes + 1, length - 1), messages, &why, &missing);
    FUZZ_MUST(!missing && fine == (why.length == 0));
    fuzz_must_be_plain(text_string(&why), why.length, false);
    if (fine && book.line_count < 100) {
        for (size_t i = 0; i < book.line_count && i < 3; i++) {
            text_clear(&why);
            ferz_play *play = opening_play(&book, i, messages, &why);
            FUZZ_MUST((play == NULL) == (why.length != 0));
            ferz_play_destroy(play);
        }
    }
    ferz_messages_clear(messages);
    opening_finish(&book);
    text_finish(&why);
    ferz_messages_destroy(messages);
}
