/* diff: how two games differ in their rules and in play. */
#include "ferz_tools.h"

#include <string.h>

#include "answers/answers.h"
#include "base/json_text.h"
#include "cli/board.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/session.h"

enum {
    MOVES_SHOWN = 6,      /* of one kind in one position; the others are counted */
    NODES_PER_GAME = 100, /* positions compared for each random game, with --games */
    MIN_GAMES = 5,
};

typedef struct diff {
    const options *o;
    output *out;
    ferz_messages *messages;
    ferz_variant *variant[2];
    text name[2];     /* how the output calls them: the file's stem, with options if needed */
    char *rules_diff; /* differences of the rules in words, a line each */
    ferz_diff_report found;
    bool compared; /* positions were compared */
} diff;

static ferz_variant *load_variant(diff *d, const char *name, const ferz_setting *settings, size_t count)
{
    return ferz_variant_load(name, d->o->rules, settings, count, (uint64_t)d->o->number[OPTION_SEED], d->messages);
}

static void put_name(text *t, const ferz_variant *variant, const char *other)
{
    const char *name = ferz_variant_facts(variant)->name;
    text_put(t, other && strcmp(name, other) == 0 ? ferz_variant_facts(variant)->file : name);
    for (size_t i = 0; i < ferz_variant_facts(variant)->option_count; i++) {
        ferz_option option = ferz_variant_option(variant, i);
        if (option.set) {
            text_print(t, strcmp(option.chosen, "on") == 0 ? " %s" : " %s=%s", option.name, option.chosen);
        }
    }
}

static bool load_variants(diff *d)
{
    const options *o = d->o;
    const char *second = o->arguments[o->argument_count - 1];
    d->variant[0] = load_variant(d, o->arguments[0], o->first_settings, o->first_setting_count);
    d->variant[1] = d->variant[0] ? load_variant(d, second, o->settings, o->setting_count) : NULL;
    if (!d->variant[1]) {
        return false;
    }
    bool same = o->argument_count == 1 ||
                strcmp(ferz_variant_facts(d->variant[0])->file, ferz_variant_facts(d->variant[1])->file) == 0;
    put_name(&d->name[0], d->variant[0], same ? NULL : ferz_variant_facts(d->variant[1])->name);
    put_name(&d->name[1], d->variant[1], same ? NULL : ferz_variant_facts(d->variant[0])->name);
    if (strcmp(text_string(&d->name[0]), text_string(&d->name[1])) == 0) {
        text_put(&d->name[0], " (first)");
        text_put(&d->name[1], " (second)");
    }
    return true;
}

static bool leaves_differ(const ferz_diff_report *f, size_t depth)
{
    return f->leaves[0][depth] != f->leaves[1][depth];
}

/* The first depth (from 0) at which the leaf counts differ; `depths` when they are equal. */
static size_t first_differing_depth(const ferz_diff_report *f)
{
    size_t depth = 0;
    while (depth < f->depths && !leaves_differ(f, depth)) {
        depth++;
    }
    return depth;
}

static bool differs(const diff *d)
{
    const ferz_diff_report *f = &d->found;
    return d->rules_diff[0] || f->incompatible || f->count || first_differing_depth(f) < f->depths;
}

/* ---- as text ---- */

static void put_position(diff *d, const ferz_diff_position *one, text *t)
{
    ferz_messages_clear(d->messages);
    ferz_game *game = ferz_game_create(d->variant[0], one->fen, d->messages);
    bool ok = game != NULL;
    text line = {0};
    for (const char *at = one->moves; ok && *at;) { /* a roll of dice is two words */
        size_t length = strncmp(at, "roll ", 5) == 0 ? 5 + strcspn(at + 5, " ") : strcspn(at, " ");
        text_clear(&line);
        text_add(&line, at, length);
        ok = ferz_game_move(game, text_string(&line), d->messages) == FERZ_OK;
        at += length + (at[length] == ' ');
    }
    if (ok) {
        board_style style = {.colour = d->out->colour_out};
        board_draw(game, &style, t);
        board_put_state(game, t);
    }
    text_finish(&line);
    ferz_game_free(game);
}

static void put_only(const diff *d, const ferz_diff_position *one, int by, text *t)
{
    size_t shown = 0, more = 0;
    const char *before = NULL;
    for (size_t i = 0; i < one->count; i++) {
        const ferz_diff_move *item = &one->items[i];
        if (item->allowed_by != by) {
            continue;
        }
        if (shown == MOVES_SHOWN) {
            more++;
            continue;
        }
        shown++;
        text_print(t, "  only %s: %s\n", text_string(&d->name[by]), item->move);
        if (!before || strcmp(before, item->why) != 0) {
            text_print(t, "      %s: %s\n", text_string(&d->name[1 - by]), item->why);
        }
        before = item->why;
    }
    if (more) {
        text_print(t, "  only %s: %zu more\n", text_string(&d->name[by]), more);
    }
}

static void put_effects(const diff *d, const ferz_diff_position *one, text *t)
{
    size_t shown = 0, more = 0;
    for (size_t i = 0; i < one->count; i++) {
        const ferz_diff_move *item = &one->items[i];
        if (item->allowed_by >= 0) {
            continue;
        }
        if (shown++ >= MOVES_SHOWN) {
            more++;
            continue;
        }
        text_print(t, "  both allow %s, with different results\n", item->move);
        for (int k = 0; k < 2; k++) {
            text_print(t, "      %s: %s\n", text_string(&d->name[k]), item->after[k] ? item->after[k] : "?");
        }
    }
    if (more) {
        text_print(t, "  and %zu more moves\n", more);
    }
}

static void put_difference(diff *d, size_t number, text *t)
{
    const ferz_diff_position *one = &d->found.items[number];
    text_print(t, "\nposition %zu: %s\n", number + 1, one->fen);
    if (*one->moves) {
        text_print(t, "  after %s\n", one->moves);
    }
    put_position(d, one, t);
    for (int i = 0; i < 2 && one->status[0]; i++) {
        text_print(t, "  %s: %s\n", text_string(&d->name[i]), one->status[i]);
    }
    put_only(d, one, 0, t);
    put_only(d, one, 1, t);
    put_effects(d, one, t);
    if (one->plies == 0) {
        text_put(t, "  found in the start position\n");
    } else if (one->plies <= 12) {
        text_print(t, "  found after %s\n", one->path);
    } else {
        text_print(t, "  found after %zu plies of a random game\n", one->plies);
    }
}

static void put_leaves(const diff *d, text *t)
{
    const ferz_diff_report *f = &d->found;
    if (!f->depths) {
        return;
    }
    text_print(t, "\nleaves from the start\ndepth\t%s\t%s\n", text_string(&d->name[0]), text_string(&d->name[1]));
    for (size_t i = 0; i < f->depths; i++) {
        text_print(t, "%zu\t%llu\t%llu%s\n", i + 1, (unsigned long long)f->leaves[0][i],
                   (unsigned long long)f->leaves[1][i], i == first_differing_depth(f) ? "\tfirst difference" : "");
    }
}

static void put_text(diff *d, text *t)
{
    const ferz_diff_report *f = &d->found;
    text_put(t, d->rules_diff[0] ? "rules\n" : "rules: no difference\n");
    for (const char *line = d->rules_diff; *line;) {
        size_t length = strcspn(line, "\n");
        text_print(t, "  %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    for (const char *line = f->matched; line && *line;) {
        size_t length = strcspn(line, "\n");
        text_print(t, "%s  %.*s\n", line == f->matched ? "\nthe same piece\n" : "", (int)length, line);
        line += length + (line[length] == '\n');
    }
    if (f->incompatible) {
        text_print(t, "\npositions: no position of one game can be set up in the other: %s\n", f->incompatible);
    } else {
        text_print(t, "\npositions: %llu compared, ", (unsigned long long)f->positions);
        if (f->kinds) {
            text_print(t, "%zu kind%s of difference%s\n", f->kinds, f->kinds == 1 ? "" : "s",
                       f->count < f->kinds ? "; the smallest:" : "");
        } else {
            text_put(t, "no difference found\n");
        }
    }
    for (size_t i = 0; i < f->count; i++) {
        put_difference(d, i, t);
    }
    put_leaves(d, t);
}

/* ---- as JSON ---- */

static void put_json(diff *d, text *t)
{
    json_open(t, NULL, JSON_OBJECT);
    json_string(t, "first", text_string(&d->name[0]));
    json_string(t, "second", text_string(&d->name[1]));
    answer_diff(t, d->rules_diff, &d->found, d->variant[0], d->variant[1]);
    json_close(t, JSON_OBJECT);
    text_char(t, '\n');
}

/* ---- the command ---- */

static ferz_result compare(diff *d)
{
    if (!load_variants(d)) {
        ferz_result result = ferz_messages_result(d->messages);
        return result == FERZ_OK ? FERZ_SYSTEM_ERROR : result;
    }
    ferz_messages_clear(d->messages); /* warnings are for `ferz check` */
    d->rules_diff = ferz_variant_compare(d->variant[0], d->variant[1], options_language(d->o), d->messages);
    if (!d->rules_diff) {
        return FERZ_SYSTEM_ERROR;
    }
    uint64_t games = (uint64_t)d->o->number[OPTION_GAMES];
    const char *const starts[] = {d->o->value[OPTION_FEN], NULL};
    const ferz_diff_limits limits = {.struct_size = sizeof limits,
                                     .games = games,
                                     .nodes = games ? NODES_PER_GAME * (games + MIN_GAMES) : 0,
                                     .depth = d->o->value[OPTION_PERFT_DEPTH] && !d->o->number[OPTION_PERFT_DEPTH]
                                                  ? -1
                                                  : (int)d->o->number[OPTION_PERFT_DEPTH],
                                     .start_fens = starts,
                                     .seed = (uint64_t)d->o->number[OPTION_SEED],
                                     .stop = interrupt_stop};
    interrupt sigint;
    interrupt_catch(&sigint);
    ferz_result result = ferz_variant_diff(d->variant[0], d->variant[1], &limits, &d->found, d->messages);
    interrupt_release(&sigint);
    d->compared = result == FERZ_OK;
    if (result != FERZ_OK) {
        ferz_diff_report_free(&d->found);
        return result;
    }
    return differs(d) ? FERZ_REJECTED : FERZ_OK;
}

int command_diff(const options *o, output *out)
{
    diff d = {.o = o, .out = out, .messages = session_messages(o, out)};
    ferz_result result = FERZ_SYSTEM_ERROR;
    if (!d.messages) {
        return output_out_of_memory(out);
    }
    ferz_messages_pool_budget(d.messages);
    if (o->argument_count == 1 && !o->setting_count && !o->first_setting_count) {
        ferz_messages_free(d.messages);
        return options_error(o->command, out, "ferz diff GAME --set OPTION compares a game with and without an option",
                             "a second GAME is missing");
    }
    result = compare(&d);
    if (d.compared) {
        text t = {0};
        (o->value[OPTION_JSON] ? put_json : put_text)(&d, &t);
        t.failed |= d.name[0].failed || d.name[1].failed;
        output_text(out, &t);
        text_finish(&t);
    } else {
        output_messages(out, d.messages);
    }
    if (d.compared) {
        ferz_diff_report_free(&d.found);
    }
    ferz_free(d.rules_diff);
    ferz_variant_free(d.variant[0]);
    ferz_variant_free(d.variant[1]);
    text_finish(&d.name[0]);
    text_finish(&d.name[1]);
    ferz_messages_free(d.messages);
    return (int)result;
}
