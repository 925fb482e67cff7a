/* Files: what is read without a game, and what is read for one. */
#include <stdlib.h>
#include <string.h>

#include "api/ferz_internal.h"
#include "match/opening.h"
#include "cli/saved_game.h"
#include "fuzz.h"
#include "rules/betza.h"
#include "rules/schema.h"
#include "rules/svg_figure.h"
#include "rules/tuning.h"
#include "search/eval_params.h"

/* ---- YAML ---- */

static void check_document(const node *n, int depth)
{
    FUZZ_MUST(depth <= DOCUMENT_DEPTH_MAX);
    FUZZ_MUST(n->location.line > 0 && n->location.column > 0);
    if (n->kind == NODE_SCALAR) {
        FUZZ_MUST(n->length <= DOCUMENT_SCALAR_MAX && strlen(n->string) == n->length);
        return;
    }
    for (size_t i = 0; i < n->length; i++) {
        if (n->kind == NODE_MAP) {
            FUZZ_MUST(strlen(n->keys[i]) <= DOCUMENT_KEY_MAX);
            FUZZ_MUST(node_get(n, n->keys[i]) == n->items[i]); /* no key stands twice */
        }
        check_document(n->items[i], depth + 1);
    }
}

static void check_rendered(diag_list *diags)
{
    FUZZ_MUST(!diags->failed);
    for (const diag *d = diags->first; d; d = d->next) {
        text words = {0};
        diag_render(d, false, &words);
        fuzz_check_text(text_string(&words), words.length, false);
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
        check_document(root, 1);
        FUZZ_MUST(node_describe(&a, root));
        size_t before = diags.errors;
        bool ok = schema_check(&a, &diags, root, false);
        FUZZ_MUST(ok == (diags.errors == before));
    }
    check_rendered(&diags);
    diag_list_finish(&diags);
    arena_finish(&a);
}

/* ---- drawings ---- */

/* What is kept of a drawing is numbers and a few words in quotes, small, and markup that does nothing. */
void fuzz_figure(const char *bytes, size_t length)
{
    arena a;
    diag_list diags;
    arena_init(&a, 0);
    diag_list_init(&diags);
    const source *said = diag_source(&diags, "fuzz.svg", bytes, length);
    const svg_figure *figure = svg_figure_read(&a, &diags, said);
    FUZZ_MUST((figure != NULL) == (diags.errors == 0));
    if (figure) {
        text markup = {0};
        text_print(&markup, "<svg viewBox=\"%s\">", figure->view_box);
        FUZZ_MUST(figure->count > 0 && figure->size > 0);
        for (size_t i = 0; i < figure->count; i++) {
            const svg_shape *s = &figure->shapes[i];
            FUZZ_MUST(strspn(s->rest, " abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,+-()=\"") ==
                      strlen(s->rest));
            text_print(&markup, "<%s%s fill=\"%s\" stroke=\"%s\"/>", s->element, s->rest, s->fill.colour,
                       s->stroke.colour);
        }
        text_put(&markup, "</svg>");
        FUZZ_MUST(!markup.failed && markup.length < 3 * SVG_FIGURE_MAX);
        fuzz_check_markup(text_string(&markup));
        text_finish(&markup);
    }
    check_rendered(&diags);
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
    ferz_variant *rules =
        ferz_variant_load_text("fuzz.yaml", text_string(&yaml), yaml.length, NULL, NULL, 0, 1, messages);
    FUZZ_MUST(rules || ferz_messages_errors(messages));
    fuzz_check_messages(messages);
    ferz_game *game = rules ? ferz_game_create(rules, NULL, messages) : NULL;
    if (game) {
        fuzz_play(game, 3, fuzz_digest(words, strlen(words)), messages);
    }
    fuzz_check_messages(messages);
    ferz_game_free(game);
    ferz_variant_free(rules);
    ferz_messages_free(messages);
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
    bool ok = betza_parse(&a, &diags, (location){said, 1, 1, 0}, bytes, length, &found);
    FUZZ_MUST(ok == (diags.errors == 0));
    FUZZ_MUST(!ok || found.count <= BETZA_PATHS_MAX);
    for (size_t i = 0; ok && i < found.count; i++) {
        const betza_path *p = &found.paths[i];
        FUZZ_MUST(p->legs >= 1 && p->legs <= BETZA_LEGS_MAX);
        for (int j = 0; j < p->legs; j++) {
            const betza_leg *leg = &p->leg[j];
            FUZZ_MUST((leg->x || leg->y || leg->z) && leg->steps >= 1 && leg->range >= 0);
            FUZZ_MUST(!(leg->flags & LEG_RANGE_TOGGLE));
            FUZZ_MUST(j + 1 < p->legs || leg->modes);
        }
    }
    check_rendered(&diags);
    diag_list_finish(&diags);
    arena_finish(&a);
    if (ok && length && length < 200 && strlen(bytes) == length) {
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
                FUZZ_MUST(abs(found->rows[i].mg[j]) <= TUNING_NUMBER_MAX);
                FUZZ_MUST(abs(found->rows[i].eg[j]) <= TUNING_NUMBER_MAX);
            }
        }
        text yaml = {0};
        tuning_write(found, 8, &yaml);
        FUZZ_MUST(!yaml.failed);
        text_finish(&yaml);
        piece_values values;
        eval_params w;
        const ferz_variant *rules = fuzz_game(4);
        FUZZ_MUST(piece_values_init(&values, rules->variant) && eval_params_init(&w, &a, &values));
        bool ok = eval_params_apply(&w, found, &diags);
        piece_values_finish(&values);
        FUZZ_MUST(ok == (diags.errors == 0));
    }
    check_rendered(&diags);
    diag_list_finish(&diags);
    arena_finish(&a);
}

/* ---- saved games ---- */

/* Replays it as `play` does. */
static void resume(const saved_game *v, ferz_messages *messages)
{
    ferz_variant *rules = strchr(v->variant, '/')
                              ? NULL
                              : ferz_variant_load(v->variant, NULL, v->settings, v->setting_count, 1, messages);
    ferz_game *game = rules ? ferz_game_create(rules, v->start, messages) : NULL;
    const char *at = text_string(&v->moves);
    size_t made = 0;
    for (; game && made < v->move_count; made++, at += strlen(at) + 1) {
        if (ferz_game_move(game, at, messages) != FERZ_OK) {
            break;
        }
    }
    fuzz_check_messages(messages);
    if (game && made == v->move_count) { /* what is written of it is read again as the same */
        text content = {0}, out = {0}, err = {0};
        saved_game_put(&content, v->variant, v->settings, v->setting_count, v->start, game);
        output o = {0};
        saved_game again;
        fuzz_capture_output();
        bool ok = saved_game_read(&again, fuzz_file(text_string(&content), content.length), &o);
        fuzz_captured_output(&out, &err);
        FUZZ_MUST(ok && again.move_count == v->move_count && again.setting_count == v->setting_count);
        FUZZ_MUST(strcmp(again.variant, v->variant) == 0 && strcmp(again.start, v->start) == 0);
        saved_game_finish(&again);
        text_finish(&content);
        text_finish(&out);
        text_finish(&err);
    }
    ferz_game_free(game);
    ferz_variant_free(rules);
}

void fuzz_saved_game(const char *bytes, size_t length)
{
    output o = {0};
    saved_game v;
    text out = {0}, err = {0};
    fuzz_capture_output();
    bool ok = saved_game_read(&v, fuzz_file(bytes, length), &o);
    fuzz_captured_output(&out, &err);
    FUZZ_MUST(out.length == 0);
    FUZZ_MUST(ok == (err.length == 0)); /* why not is said */
    fuzz_check_text(text_string(&err), err.length, false);
    if (ok) {
        ferz_messages *messages = ferz_messages_create(false);
        resume(&v, messages);
        ferz_messages_free(messages);
    }
    saved_game_finish(&v);
    text_finish(&out);
    text_finish(&err);
}

/* ---- positions of a match ---- */

void fuzz_openings(const char *bytes, size_t length)
{
    if (!length) {
        return;
    }
    opening_book book = {
        .variant = fuzz_game((unsigned char)bytes[0] % fuzz_game_count()), .random_plies = 2, .seed = 1};
    ferz_messages *messages = ferz_messages_create(false);
    text why = {0};
    bool missing;
    bool ok = opening_book_read(&book, fuzz_file(bytes + 1, length - 1), messages, &why, &missing);
    FUZZ_MUST(!missing && ok == (why.length == 0));
    fuzz_check_text(text_string(&why), why.length, false);
    if (ok && book.fen_count < 100) {
        for (size_t i = 0; i < book.fen_count && i < 3; i++) {
            text_clear(&why);
            ferz_game *game = opening_game(&book, i, messages, &why);
            FUZZ_MUST((game == NULL) == (why.length != 0));
            ferz_game_free(game);
        }
    }
    ferz_messages_clear(messages);
    opening_book_finish(&book);
    text_finish(&why);
    ferz_messages_free(messages);
}
