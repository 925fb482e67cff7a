/* playtest: whether a game is good, by games between equals: who wins, how games end, what is used. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/thread.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/session.h"
#include "cli/shards.h"
#include "playtest/report_page.h"
#include "playtest/run.h"

enum {
    NODES_DEFAULT = 1600,
    GAMES_DEFAULT = 200,
    UNTIL_GAMES_DEFAULT = 20000,
    PLIES_DEFAULT = 2,
    MAX_PLIES_DEFAULT = 5000
};

typedef struct playtest_command {
    const options *o;
    output *out;
    ferz_messages *messages;
    ferz_variant *variants[RUN_TESTS_MAX];
    playtest *tests; /* [count] */
    size_t count;
    shards shards;
    bool live;    /* progress is shown */
    double shown; /* when */
} playtest_command;

/* ---- what is asked for ---- */

static plan_options options_of(const options *o)
{
    const bool until = o->value[OPTION_UNTIL] != NULL;
    return (plan_options){
        .strongest = (uint64_t)(o->number[OPTION_STRONGEST] ? o->number[OPTION_STRONGEST] : NODES_DEFAULT),
        .games = (uint64_t)(o->number[OPTION_GAMES_EACH] ? o->number[OPTION_GAMES_EACH]
                            : until                      ? UNTIL_GAMES_DEFAULT
                                                         : GAMES_DEFAULT),
        .opening_plies = o->value[OPTION_OPENING_PLIES] ? (size_t)o->number[OPTION_OPENING_PLIES] : PLIES_DEFAULT,
        .max_plies = o->value[OPTION_MAX_PLIES] ? (size_t)o->number[OPTION_MAX_PLIES] : MAX_PLIES_DEFAULT,
        .seed = (uint64_t)o->number[OPTION_SEED],
    };
}

static int check_options(playtest_command *c)
{
    const options *o = c->o;
    const bool shard = o->value[OPTION_SHARD];
    if (o->value[OPTION_AGAINST] && (shard || o->value[OPTION_MERGE])) {
        return options_error(o->command, c->out, "play or merge each game's shards for itself",
                             "--against has no shards");
    }
    if (shard && (o->value[OPTION_UNTIL] || o->value[OPTION_SECONDS])) {
        return options_error(o->command, c->out, NULL, "a shard plays all of its games: without --until and --seconds");
    }
    if (o->number[OPTION_GAMES_EACH] > PLAN_GAMES_MAX) {
        return options_error(o->command, c->out, NULL, "--games is too large");
    }
    return shards_init(&c->shards, o, c->out);
}

/* ---- loading ---- */

static bool load_variant(playtest_command *c, const char *name, const ferz_setting *settings, size_t count)
{
    const size_t before = ferz_messages_count(c->messages);
    ferz_variant *variant =
        ferz_variant_load(name, c->o->rules, settings, count, (uint64_t)c->o->number[OPTION_SEED], c->messages);
    if (variant) {
        session_choose_learned(variant, c->o, c->messages, before, c->out);
    }
    c->variants[c->count] = variant;
    c->count += variant != NULL;
    return variant != NULL;
}

static bool load_variants(playtest_command *c)
{
    const options *o = c->o;
    const char *other = o->value[OPTION_AGAINST];
    return other ? load_variant(c, o->arguments[0], o->first_settings, o->first_setting_count) &&
                       load_variant(c, other, o->settings, o->setting_count)
                 : load_variant(c, o->arguments[0], o->settings, o->setting_count);
}

static int init_tests(playtest_command *c)
{
    const plan_options wanted = options_of(c->o);
    for (size_t i = 0; i < c->count; i++) {
        if (ferz_variant_facts(c->variants[i])->player_count > PLAN_PLAYERS_MAX) {
            output_error(c->out, "a play-test takes up to %d players", PLAN_PLAYERS_MAX);
            return STATUS_REJECTED;
        }
        if (!playtest_init(&c->tests[i], c->variants[i], &wanted)) {
            return output_out_of_memory(c->out);
        }
    }
    if (c->count > 1 && c->tests[0].plan.sides != c->tests[1].plan.sides) {
        output_error(c->out, "the two games have not as many sides: nothing to compare");
        return STATUS_REJECTED;
    }
    return STATUS_OK;
}

/* ---- progress ---- */

static void show_progress(void *state, const run_progress *p)
{
    playtest_command *c = state;
    if (!c->live || (p->seconds - c->shown < 0.2 && p->games < p->total)) {
        return;
    }
    c->shown = p->seconds;
    const long left = p->games ? (long)(p->seconds * (double)(p->total - p->games) / (double)p->games) : 0;
    fprintf(stderr, "\rgame %" PRIu64 " of %" PRIu64 ", %ld:%02ld left   ", p->games, p->total, left / 60, left % 60);
}

static bool keep_game(void *state, const char *line, size_t length)
{
    playtest_command *c = state;
    return shards_keep(&c->shards, line, length);
}

/* ---- playing ---- */

static int play(playtest_command *c)
{
    const options *o = c->o;
    run r = {.tests = {&c->tests[0], &c->tests[1]},
             .test_count = c->count,
             .threads = o->number[OPTION_CONCURRENCY] ? (int)o->number[OPTION_CONCURRENCY] : thread_count(INT_MAX),
             .seconds = (double)o->number[OPTION_SECONDS],
             .until = o->value[OPTION_UNTIL] != NULL,
             .shard = c->shards.shard,
             .shards = c->shards.file.file >= 0 ? c->shards.of : 0,
             .stop = interrupt_stop,
             .on_game = show_progress,
             .keep = c->shards.file.file >= 0 ? keep_game : NULL,
             .state = c};
    interrupt sigint;
    interrupt_catch(&sigint);
    const bool ok = run_play(&r);
    interrupt_release(&sigint);
    if (c->live && r.progress.games) {
        fputc('\n', stderr);
    }
    if (!ok) {
        output_error(c->out, "%s", text_string(&r.why));
    } else if (r.stopped) {
        output_error(c->out, "%" PRIu64 " of %" PRIu64 " games were played", r.progress.games, r.progress.total);
    } else if (r.until && r.answer == ANSWER_NONE) {
        output_error(c->out, "%" PRIu64 " games have not answered the question: more --games may", r.progress.games);
    }
    const int status = (int)r.result;
    run_finish(&r);
    return status;
}

/* ---- shards ---- */

/* Whether all games of a part are there. */
static bool has_all(const void *owner, uint64_t shard, uint64_t of)
{
    const playtest *test = owner;
    const plan *p = &test->plan;
    const uint64_t games = p->groups * p->sides;
    for (uint64_t block = shard; block < p->blocks; block += of) {
        for (uint64_t i = 0; i < games; i++) {
            if (!tally_has(&test->tally, block * games + i)) {
                return false;
            }
        }
    }
    return true;
}

/* A part that was stopped is not done: who started it can tell. */
static int play_shard(playtest_command *c)
{
    int status = shards_open(&c->shards);
    status = status ? status : play(c);
    if (status == STATUS_OK && !has_all(&c->tests[0], c->shards.shard, c->shards.of)) {
        status = STATUS_REJECTED;
    }
    return shards_close(&c->shards, status);
}

static int merge(playtest_command *c)
{
    const uint64_t total = c->tests[0].plan.total;
    const int status = shards_merge(&c->shards);
    if (status == STATUS_OK) {
        shards_say_missing(&c->shards, total - c->tests[0].tally.games, total, has_all);
    }
    return status;
}

/* ---- results ---- */

/* The command with which its games can be had again. */
static void put_command(text *t, const options *o)
{
    static const option_id numbers[] = {OPTION_GAMES_EACH, OPTION_STRONGEST, OPTION_OPENING_PLIES, OPTION_MAX_PLIES,
                                        OPTION_SEED};
    text_print(t, "ferz playtest %s", o->arguments[0]);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (o->value[numbers[i]]) {
            text_print(t, " --%s %ld", cli_options[numbers[i]].name, o->number[numbers[i]]);
        }
    }
    for (size_t i = 0; i < o->setting_count && !o->value[OPTION_AGAINST]; i++) {
        text_print(t, " --set %s%s%s", o->settings[i].name, o->settings[i].value ? "=" : "",
                   o->settings[i].value ? o->settings[i].value : "");
    }
}

static int print_report(playtest_command *c)
{
    const options *o = c->o;
    const char *path = o->value[OPTION_OUTPUT];
    report reports[RUN_TESTS_MAX];
    text t = {0}, again = {0};
    bool ok = true;
    put_command(&again, o);
    const report_form form = {.form = path && text_ends_with(path, ".html") ? PAGE_HTML : PAGE_TEXT,
                              .russian = options_language(o) == FERZ_RUSSIAN,
                              .command = text_string(&again)};
    for (size_t i = 0; i < c->count; i++) {
        ok = report_init(&reports[i], &c->tests[i].tally) && ok;
    }
    const report *second = c->count > 1 ? &reports[1] : NULL;
    ok = ok && (o->value[OPTION_JSON] ? report_put_json(&t, &reports[0], second)
                                      : report_put_page(&t, &reports[0], second, &form));
    int status = STATUS_OK;
    if (!ok) {
        status = output_out_of_memory(c->out);
    } else if (path) {
        status = file_write(path, &t, file_mode_of(o->value[OPTION_FORCE] != NULL), c->out) ? STATUS_OK
                                                                                            : STATUS_SYSTEM_ERROR;
    } else {
        output_text(c->out, &t);
    }
    for (size_t i = 0; i < c->count; i++) {
        report_finish(&reports[i]);
    }
    text_finish(&again);
    text_finish(&t);
    return status;
}

/* One game by its number: how it was played, as for `ferz show --moves`. */
static int print_game(playtest_command *c)
{
    const uint64_t number = (uint64_t)c->o->number[OPTION_GAME_NUMBER];
    if (number >= c->tests[0].plan.total) {
        output_error(c->out, "its games are numbered 0 to %" PRIu64 ": more --games have more",
                     c->tests[0].plan.total - 1);
        return STATUS_REJECTED;
    }
    game_player player;
    record r;
    text t = {0};
    int status = STATUS_OK;
    bool ok = game_player_init(&player, &c->tests[0].plan, &c->tests[0].features, NULL, NULL);
    ok = record_init(&r, &c->tests[0].plan, c->tests[0].features.count) && ok;
    const play_result played = ok ? game_player_play(&player, number, &r) : PLAY_FAILED;
    if (played == PLAY_DONE) {
        const plan *p = &c->tests[0].plan;
        text side = {0};
        if (r.winner >= 0) {
            report_put_side(&side, p, r.winner);
        }
        text_print(&t, "%s\n%s%s: %s\n", text_string(&r.line), r.winner < 0 ? "draw" : text_string(&side),
                   r.winner < 0 ? "" : " wins", r.cut ? "cut off" : text_string(&r.reason));
        text_finish(&side);
        output_text(c->out, &t);
    } else {
        output_messages(c->out, player.messages);
        status = ok && ferz_messages_count(player.messages) ? (int)ferz_messages_result(player.messages)
                                                            : output_out_of_memory(c->out);
    }
    text_finish(&t);
    record_finish(&r);
    game_player_finish(&player);
    return status;
}

static int run_command(playtest_command *c)
{
    const options *o = c->o;
    const char *path = o->value[OPTION_OUTPUT];
    c->shards.games = playtest_games(&c->tests[0]);
    if (o->value[OPTION_GAME_NUMBER]) {
        return print_game(c);
    }
    if (o->value[OPTION_SHARD]) {
        return play_shard(c);
    }
    if (path && !file_may_write(path, o->value[OPTION_FORCE] != NULL, c->out)) {
        return STATUS_REJECTED; /* before all the games */
    }
    const int played = o->value[OPTION_MERGE] ? merge(c) : play(c);
    return played == STATUS_OK ? print_report(c) : played;
}

int command_playtest(const options *o, output *out)
{
    playtest_command c = {.o = o, .out = out, .live = isatty(STDERR_FILENO)};
    int status = check_options(&c);
    if (status != STATUS_OK) {
        return status;
    }
    c.messages = session_messages(o, out);
    c.tests = calloc(RUN_TESTS_MAX, sizeof *c.tests);
    if (!c.messages || !c.tests) {
        ferz_messages_free(c.messages);
        free(c.tests);
        return output_out_of_memory(out);
    }
    if (!load_variants(&c)) {
        output_messages(out, c.messages);
        const ferz_result result = ferz_messages_result(c.messages);
        status = result == FERZ_OK ? output_out_of_memory(out) : (int)result;
    } else {
        status = init_tests(&c);
        status = status ? status : run_command(&c);
    }
    for (size_t i = 0; i < c.count; i++) {
        playtest_finish(&c.tests[i]);
        ferz_variant_free(c.variants[i]);
    }
    ferz_messages_free(c.messages);
    free(c.tests);
    return status;
}
