/* Generated rulesets: games made up from a seed, and games with one mistake.
 *
 *   ferz_generate valid|broken|language|hostile [--games N] [--seed S] [--jobs J] [--plies P] [--seconds N]
 *                 [--budget MS] [--show]
 *   ferz_generate write --into FOLDER [--games N] [--seed S]
 *
 * Game number i depends on the seed S + i alone, so a failure is seen again by `--seed S+i --games 1 --show`, which also
 * prints the files. A valid game loads, all of invariants.h holds in it, and a small search finds a legal move. A broken
 * one is refused, with messages that name their place, or else is played like a valid one. A `hostile` one is made to
 * take long: loading, its moves, a count, a search and a description end in time, each with a budget of MS milliseconds
 * of the processor. `language` only writes games, and fails unless every key and word of the schema is among them, except
 * those that are listed below. `write` leaves valid games behind for others to play: FOLDER/SEED holds game.yaml, game.lua
 * if it has a script, and `settings`, a line NAME=VALUE for each option. */
#define _GNU_SOURCE // mkdtemp, setitimer, MAP_ANONYMOUS
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "unit/play/invariants.h"
#include "fuzz/generator/break.h"
#include "fuzz/generator/hostile.h"
#include "fuzz/generator/make.h"

enum { JOBS_MAX = 16, SECONDS = SLOW_BUILD ? 200 : 40, ROWS_MAX = 1000, REFUSALS_MAX = 5 };

/* What all processes count together; only added to, so that nothing is lost but by chance. */
typedef struct tally {
    uint64_t at[JOBS_MAX]; /* the seed that each process is at */
    uint64_t games, loaded, refused, plies, positions, failed, extended, scripts, hooked, masks, mirrored;
    uint64_t out_of_budget, longest /* ms of the processor for one call, of TASK_HOSTILE */, longest_seed;
    char longest_call[40];
    uint64_t broken[BROKEN_KINDS][4]; /* tried, refused, with the line known, and named */
    uint32_t seen[ROWS_MAX * SCHEMA_SEEN_STRIDE];
} tally;

typedef enum task_kind { TASK_VALID, TASK_BROKEN, TASK_LANGUAGE, TASK_WRITE, TASK_HOSTILE, TASKS } task_kind;
static const char *const task_names[TASKS] = {"valid", "broken", "language", "write", "hostile"};

typedef struct options {
    task_kind task;
    bool show;
    uint64_t seed, games;
    size_t plies;
    unsigned long long seconds; /* of the processor, that a game may take */
    uint64_t budget;            /* of TASK_HOSTILE: milliseconds of the processor for each call */
    unsigned jobs;
    const char *into; /* of TASK_WRITE */
} options;

static options asked;
static tally *total;
static char folder[128];

#define COUNT(what, n) __atomic_add_fetch(&total->what, (uint64_t)(n), __ATOMIC_RELAXED)

/* ---- files ---- */

static void write_file(const char *name, const text *content)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(text_string(content), 1, content->length, f) != content->length || fclose(f) != 0) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(3);
    }
}

static void remove_folder(void)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    while (d && (e = readdir(d)) != NULL) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (*e->d_name != '.') {
            unlink(path);
        }
    }
    if (d) {
        closedir(d);
    }
    rmdir(folder);
}

/* ---- reports ---- */

static void report(uint64_t seed, const char *headline, const text *yaml, const text *script, const char *failure)
{
    text all = {0};
    COUNT(failed, 1);
    text_print(&all, "FAILED seed %llu: %s\n%s\n", (unsigned long long)seed, headline, failure);
    if (asked.show) {
        text_print(&all, "---- game.yaml\n%s", text_string(yaml));
        if (script->length) {
            text_print(&all, "---- made.lua\n%s", text_string(script));
        }
    }
    fwrite(text_string(&all), 1, all.length, stdout);
    fflush(stdout);
    text_finish(&all);
}

static void report_messages(const ferz_messages *messages, text *failure)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message one = ferz_messages_at(messages, i);
        text_put(failure, one.warning ? "" : one.rendered);
    }
}

/* What every message must have; NULL when all is well. */
static const char *badly_reported(const ferz_messages *messages, bool loading)
{
    if (ferz_messages_result(messages) == FERZ_SYSTEM_ERROR) {
        return "a fault of the machine is reported";
    }
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message one = ferz_messages_at(messages, i);
        ferz_explanation explanation;
        if (!one.text || !*one.text || strchr(one.text, '\n') || !one.rendered || !*one.rendered) {
            return "a message without words";
        }
        if (!one.code || !ferz_explain_code(one.code, &explanation)) {
            return "a message without a code that is explained";
        }
        if (loading && (!one.file || !one.line || !one.column)) {
            return "a message without a place";
        }
    }
    return NULL;
}

/* ---- a game that should hold ---- */

/* A small search, and the description of the game. NULL when all is well. */
static const char *search(ferz_variant *variant, ferz_messages *messages, uint64_t seed)
{
    const char *wrong = NULL;
    ferz_game *game = ferz_game_create(variant, NULL, messages);
    ferz_limits limits = {.nodes = 300, .seed = seed + 1, .hash_bytes = 1 << 20, .movetime = 20000};
    ferz_best best = {0};
    size_t count = 0;
    char *moves = game ? ferz_game_legal_moves(game, &count, messages) : NULL;
    if (moves && count) {
        ferz_result result = ferz_game_best_move(game, &limits, &best, messages);
        if (result != FERZ_OK || !best.move) {
            wrong = "the search finds no move";
        } else if (!ferz_variant_facts(variant)->hides_information &&
                   ferz_game_move(game, best.move, messages) != FERZ_OK) {
            wrong = "the search finds an illegal move";
        }
    }
    ferz_free(moves);
    ferz_free(best.move);
    ferz_free(best.pv);
    ferz_game_free(game);
    return wrong;
}

static const char *describe(ferz_variant *variant, ferz_messages *messages, uint64_t seed)
{
    char *description = ferz_variant_describe(variant, seed & 8 ? FERZ_RUSSIAN : FERZ_ENGLISH, FERZ_TEXT, messages);
    const char *wrong = description && *description ? NULL : "the game cannot be described";
    ferz_variant_lint(variant, messages);
    ferz_free(description);
    return wrong;
}

/* Everything that must hold in a game that was loaded; the story is of what does not. False after a failure. */
static bool holds(ferz_variant *variant, ferz_messages *messages, uint64_t seed, bool symmetric, text *failure)
{
    invariants_options ask = {.seed = seed,
                              .plies = asked.plies,
                              .seconds = asked.show ? 100 : 0.5,
                              .asymmetric = !symmetric,
                              .cores = seed % 8 == 0};
    invariants_result played = {0};
    const char *wrong = NULL;
    bool fine = ferz_variant_table_bytes(variant) > 256U << 20 || invariants_hold(variant, messages, &ask, &played);
    COUNT(plies, played.plies);
    COUNT(masks, played.masks);
    COUNT(mirrored, played.mirrored);
    if (!fine) {
        text_put(failure, text_string(&played.failure));
    } else {
        wrong = search(variant, messages, seed);
        wrong = wrong || seed % 8 ? wrong : describe(variant, messages, seed);
        wrong = wrong ? wrong : badly_reported(messages, false);
        text_put(failure, wrong ? wrong : "");
    }
    text_finish(&played.failure);
    return fine && !wrong;
}

static ferz_variant *load(const char *name, const text *yaml, const ferz_setting *settings, size_t setting_count,
                          uint64_t seed, ferz_messages *messages)
{
    char path[256];
    const char *const dirs[] = {folder, NULL};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return ferz_variant_load_text(path, text_string(yaml), yaml->length, dirs, settings, setting_count, seed, messages);
}

/* Some games extend another that holds everything. */
static void as_child(maker *m, text *yaml, const char *parent)
{
    write_file(parent, yaml);
    text_clear(yaml);
    text_print(yaml, "name: A child\nextends: %.*s\n", (int)(strlen(parent) - strlen(".yaml")), parent);
    if (make_one_in(m, 2)) {
        text_put(yaml, "about: It changes nothing.\n");
    }
}

/* Whether a game is refused for more paths than can be stored: the generator does not count them. */
static bool has_too_many_paths(const ferz_messages *messages)
{
    bool found = false;
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        found |= strcmp(ferz_messages_at(messages, i).code, "E0613") == 0;
    }
    return found;
}

static void try_valid(uint64_t seed, unsigned job)
{
    arena a;
    maker m;
    text yaml = {0}, failure = {0};
    char script[40], parent[40];
    arena_init(&a, 0);
    make_game(&m, &a, seed);
    snprintf(script, sizeof script, "made-%u.lua", job);
    snprintf(parent, sizeof parent, "parent-%u.yaml", job);
    if (m.script.length) {
        item_get(m.root, "script")->string = script;
        write_file(script, &m.script);
    }
    item_count(m.root, total->seen);
    item_write(m.root, &m.random, &yaml);
    if (asked.show) {
        printf("%s---- made.lua\n%s", text_string(&yaml), text_string(&m.script));
        for (size_t i = 0; i < m.setting_count; i++) {
            printf("--set %s=%s\n", m.settings[i].name, m.settings[i].value ? m.settings[i].value : "");
        }
        fflush(stdout);
    }
    if (make_one_in(&m, 12)) {
        as_child(&m, &yaml, parent);
        COUNT(extended, 1);
    }
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = load("game.yaml", &yaml, m.settings, m.setting_count, seed, messages);
    const char *wrong = badly_reported(messages, true);
    if (wrong) {
        report_messages(messages, &failure);
        report(seed, wrong, &yaml, &m.script, text_string(&failure));
    } else if (!variant) {
        report_messages(messages, &failure);
        COUNT(refused, 1);
        if (!has_too_many_paths(messages)) {
            report(seed, "refused", &yaml, &m.script, text_string(&failure));
        }
    } else if (COUNT(loaded, 1), !holds(variant, messages, seed, m.symmetric, &failure)) {
        report_messages(messages, &failure);
        report(seed, "does not hold", &yaml, &m.script, text_string(&failure));
    }
    COUNT(games, 1);
    COUNT(scripts, m.script.length > 0);
    COUNT(hooked, variant && ferz_variant_facts(variant)->hook_count);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    text_finish(&yaml);
    text_finish(&failure);
    make_finish(&m);
    arena_finish(&a);
}

/* ---- a game with a mistake ---- */

static bool names_line(const ferz_messages *messages, unsigned first, unsigned last)
{
    for (size_t i = 0; i < ferz_messages_count(messages); i++) {
        ferz_message one = ferz_messages_at(messages, i);
        bool note = one.note_file && one.note_line >= first && one.note_line <= last;
        if (!one.warning && ((one.line >= first && one.line <= last) || note)) {
            return true;
        }
    }
    return false;
}

/* A few moves of a game whose script may fail at any of them. NULL when all is well. */
static const char *play_on(ferz_variant *variant, ferz_messages *messages, uint64_t seed)
{
    random_source random = {seed};
    const char *wrong = NULL;
    ferz_game *game = ferz_game_create(variant, NULL, messages);
    for (int ply = 0; game && ply < 6 && !wrong; ply++) {
        size_t count = 0;
        char *moves = ferz_game_legal_moves(game, &count, messages);
        const char *chosen = moves;
        for (uint32_t i = moves && count ? random_below(&random, (uint32_t)count) : 0; i > 0; i--) {
            chosen += strlen(chosen) + 1;
        }
        if (!moves || !count || ferz_game_move(game, chosen, messages) != FERZ_OK) {
            wrong = !moves && !ferz_messages_errors(messages) ? "no moves, and not a word why" : NULL;
            ferz_free(moves);
            break;
        }
        ferz_free(moves);
    }
    if (!game && !ferz_messages_errors(messages)) {
        wrong = "no play, and not a word why";
    }
    ferz_game_free(game);
    return wrong ? wrong : badly_reported(messages, false);
}

/* What is wrong with the handling of a broken game; NULL when all is well. */
static const char *taken_wrongly(const broken *b, const ferz_variant *variant, const ferz_messages *messages)
{
    const char *wrong = badly_reported(messages, true);
    if (wrong) {
        return wrong;
    }
    if (!variant && !ferz_messages_errors(messages)) {
        return "refused without a word";
    }
    if (variant && b->outcome != BROKEN_MAY_LOAD) {
        return "taken, though it is wrong";
    }
    if (!variant && b->outcome == BROKEN_IS_PLACED && !names_line(messages, b->line, b->last)) {
        return "no message about the line that is wrong";
    }
    return NULL;
}

static void try_broken(uint64_t seed, unsigned job)
{
    arena a;
    maker m;
    broken b;
    text failure = {0};
    char script[40], headline[200];
    arena_init(&a, 0);
    make_game(&m, &a, seed);
    random_source random = {seed ^ 0x5bd1e995};
    snprintf(script, sizeof script, "made-%u.lua", job);
    if (m.script.length) {
        item_get(m.root, "script")->string = script;
    }
    break_game(&m, &random, &b);
    write_file(script, &b.script);
    if (asked.show) {
        printf("%s---- made.lua\n%s---- %s, line %u\n", text_string(&b.yaml), text_string(&b.script), b.what, b.line);
        fflush(stdout);
    }
    ferz_messages *messages = ferz_messages_create(false);
    ferz_variant *variant = load("game.yaml", &b.yaml, NULL, 0, seed, messages);
    const char *wrong = taken_wrongly(&b, variant, messages);
    bool fine = true;
    COUNT(broken[b.kind][0], 1);
    COUNT(broken[b.kind][1], !variant);
    COUNT(broken[b.kind][2], !variant && b.line);
    COUNT(broken[b.kind][3], !variant && b.line && names_line(messages, b.line, b.last ? b.last : b.line + 1));
    if (variant && !wrong && b.script.length) {
        wrong = play_on(variant, messages, seed);
    } else if (variant && !wrong) {
        ferz_messages_clear(messages);
        fine = holds(variant, messages, seed, false, &failure);
    }
    if (wrong || !fine) {
        report_messages(messages, &failure);
        snprintf(headline, sizeof headline, "%s, line %u: %s", b.what, b.line, wrong ? wrong : "does not hold");
        report(seed, headline, &b.yaml, &b.script, text_string(&failure));
    }
    COUNT(games, 1);
    COUNT(loaded, variant != NULL);
    COUNT(refused, variant == NULL);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    broken_finish(&b);
    text_finish(&failure);
    make_finish(&m);
    arena_finish(&a);
}

/* ---- games that take long ---- */

/* A call ends when its budget is out, or soon after: the clock is read now and then. */
enum { HOSTILE_MS = 300 /* of the processor, for each call */, HOSTILE_MORE_MS = SLOW_BUILD ? 3000 : 600 };

static double processor_ms(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* A hostile game in use. */
typedef struct hostile_use {
    uint64_t seed;
    ferz_messages *messages;
    double begin;  /* of the call in progress */
    text *failure; /* calls that went on for too long */
} hostile_use;

/* The call that just ended, and the next one begins. */
static void ended_within(hostile_use *h, const char *call, uint64_t allowed)
{
    double now = processor_ms();
    uint64_t took = (uint64_t)(now - h->begin);
    h->begin = now;
    if (took > total->longest) {
        total->longest = took;
        total->longest_seed = h->seed;
        snprintf(total->longest_call, sizeof total->longest_call, "%s", call);
    }
    if (took > allowed + HOSTILE_MORE_MS) {
        text_print(h->failure, "%s takes %llu ms, with a budget of %llu\n", call, (unsigned long long)took,
                   (unsigned long long)allowed);
    }
    for (size_t i = 0; i < ferz_messages_count(h->messages); i++) {
        total->out_of_budget += strcmp(ferz_messages_at(h->messages, i).code, "E0110") == 0;
    }
    if (ferz_messages_result(h->messages) == FERZ_SYSTEM_ERROR) {
        text_print(h->failure, "%s: a fault of the machine\n", call);
        report_messages(h->messages, h->failure);
    }
    ferz_messages_clear(h->messages);
}

static void ended(hostile_use *h, const char *call)
{
    ended_within(h, call, asked.budget);
}

static void search_hostile(hostile_use *h, ferz_game *game)
{
    bool legal;
    ferz_best best = {0};
    const ferz_limits limits = {
        .struct_size = sizeof limits, .movetime = (int)(asked.budget / 6) + 1, .hash_bytes = 1 << 20};
    ferz_result result = ferz_game_best_move(game, &limits, &best, h->messages);
    ended_within(h, "the search", asked.budget + FERZ_LISTING_MILLISECONDS);
    if (result == FERZ_OK) {
        ferz_free(ferz_game_explain_move(game, best.move, &legal, h->messages));
        ended(h, "the explanation of a move");
        (void)ferz_game_move(game, best.move, h->messages);
        ended(h, "a move");
    }
    ferz_free(best.move);
    ferz_free(best.pv);
}

/* A count, a search and a description of what was loaded. */
static void use_hostile(hostile_use *h, const ferz_variant *variant)
{
    size_t count = 0;
    uint64_t nodes = 0;
    ferz_game *game = ferz_game_create(variant, NULL, h->messages);
    ended(h, "the start");
    if (game) {
        ferz_free(ferz_game_legal_moves(game, &count, h->messages));
        ended(h, "the list of moves");
        (void)ferz_game_perft(game, 3, NULL, NULL, &nodes, h->messages);
        ended(h, "the count");
        search_hostile(h, game);
    }
    ferz_free(ferz_variant_describe(variant, FERZ_ENGLISH, FERZ_TEXT, h->messages));
    ended(h, "the description");
    ferz_variant_lint(variant, h->messages);
    ended(h, "the warnings");
    ferz_game_free(game);
}

static void try_hostile(uint64_t seed, unsigned job)
{
    random_source random = {seed};
    text yaml = {0}, script = {0}, failure = {0};
    char name[40];
    snprintf(name, sizeof name, "made-%u.lua", job);
    make_hostile(&random, name, &yaml, &script);
    write_file(name, &script);
    if (asked.show) {
        printf("%s---- made.lua\n%s", text_string(&yaml), text_string(&script));
        fflush(stdout);
    }
    ferz_messages *messages = ferz_messages_create(false);
    hostile_use use = {.seed = seed, .messages = messages, .failure = &failure, .begin = processor_ms()};
    ferz_messages_set_budget(messages, (ferz_budget){.milliseconds = (int)asked.budget});
    ferz_variant *variant = load("game.yaml", &yaml, NULL, 0, seed, messages);
    if (!variant && !ferz_messages_errors(messages)) {
        text_put(&failure, "refused without a word\n");
    }
    ended(&use, "loading");
    if (variant) {
        use_hostile(&use, variant);
    }
    if (failure.length) {
        report(seed, "does not end in time, or not as it should", &yaml, &script, text_string(&failure));
    }
    COUNT(games, 1);
    COUNT(loaded, variant != NULL);
    COUNT(refused, variant == NULL);
    ferz_variant_free(variant);
    ferz_messages_free(messages);
    text_finish(&yaml);
    text_finish(&script);
    text_finish(&failure);
}

/* ---- processes ---- */

/* Only what is written counts. */
static void try_language(uint64_t seed, unsigned job)
{
    arena a;
    maker m;
    (void)job;
    arena_init(&a, 0);
    make_game(&m, &a, seed);
    item_count(m.root, total->seen);
    COUNT(games, 1);
    make_finish(&m);
    arena_finish(&a);
}

static void write_game(uint64_t seed, unsigned job)
{
    arena a;
    maker m;
    text yaml = {0}, settings = {0};
    (void)job;
    snprintf(folder, sizeof folder, "%s/%llu", asked.into, (unsigned long long)seed);
    mkdir(folder, 0755); /* write_file says so if there is none */
    arena_init(&a, 0);
    make_game(&m, &a, seed);
    if (m.script.length) {
        item_get(m.root, "script")->string = "game.lua";
        write_file("game.lua", &m.script);
    }
    item_write(m.root, &m.random, &yaml);
    for (size_t i = 0; i < m.setting_count; i++) {
        text_print(&settings, "%s%s%s\n", m.settings[i].name, m.settings[i].value ? "=" : "",
                   m.settings[i].value ? m.settings[i].value : "");
    }
    write_file("game.yaml", &yaml);
    write_file("settings", &settings);
    COUNT(games, 1);
    text_finish(&yaml);
    text_finish(&settings);
    make_finish(&m);
    arena_finish(&a);
}

static void (*const tries[TASKS])(uint64_t seed, unsigned job) = {try_valid, try_broken, try_language, write_game,
                                                                  try_hostile};

/* Goes on with the seeds of this job behind `from`. */
static _Noreturn void work(unsigned job, uint64_t from)
{
    for (uint64_t i = from; i < asked.games; i += asked.jobs) {
        struct itimerval limit = {.it_value = {.tv_sec = (time_t)asked.seconds}};
        total->at[job] = i;
        setitimer(ITIMER_VIRTUAL, &limit, NULL);
        tries[asked.task](asked.seed + i, job);
    }
    exit(0);
}

static void begin(pid_t *process, unsigned job, uint64_t from)
{
    fflush(NULL);
    *process = fork();
    if (*process == 0) {
        work(job, from);
    }
    if (*process < 0) {
        perror("fork");
        exit(3);
    }
}

/* Waits for all jobs. A job that died is reported, and continues behind the game that killed it. */
static void run_jobs(void)
{
    pid_t process[JOBS_MAX];
    unsigned left = asked.jobs;
    for (unsigned job = 0; job < asked.jobs; job++) {
        begin(&process[job], job, job);
    }
    while (left) {
        int status;
        pid_t ended = wait(&status);
        if (ended < 0 && errno == EINTR) {
            continue;
        }
        for (unsigned job = 0; job < asked.jobs; job++) {
            if (process[job] != ended) {
                continue;
            }
            if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
                left--;
                break;
            }
            printf("FAILED seed %llu: %s\n", (unsigned long long)asked.seed + (unsigned long long)total->at[job],
                   WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM ? "takes too long" : "the process died");
            COUNT(failed, 1);
            COUNT(games, 1);
            begin(&process[job], job, total->at[job] + asked.jobs);
        }
    }
}

/* ---- what of the language was reached ---- */

/* Keys and words that are never made up, with the reason. */
static const struct {
    schema_section section;
    const char *key, *word;
} left_out[] = {
    {SECTION_VARIANT, "extends", NULL},        /* written by itself, see as_child */
    {SECTION_VARIANT, "allow_warnings", NULL}, /* it changes nothing in play */
    {SECTION_PIECE, "characters", NULL},       /* nor does this */
    {SECTION_VARIANT, "picture", NULL},        /* nor do these */
    {SECTION_PICTURE, "colours", NULL},
    {SECTION_PICTURE, "lines", NULL},
    {SECTION_PICTURE, "river", NULL},
    {SECTION_PICTURE, "shapes", NULL},
    {SECTION_PICTURE, "numbers", NULL},
    {SECTION_PICTURE, "cell", NULL},
    {SECTION_VARIANT, "words", NULL},
    {SECTION_BOARD, "drawn", "hexagons"},
    {SECTION_WORDS, "NAME", NULL},
    {SECTION_WORD, "about", NULL},
    {SECTION_WORD, "about_ru", NULL},
    {SECTION_WORD, "does", NULL},
    {SECTION_WORD, "does_ru", NULL},
    {SECTION_VARIANT, "cards", NULL},
    {SECTION_CARDS, "NAME", NULL},
    {SECTION_CARDS_OF, "counters", NULL},
    {SECTION_CARDS_OF, "are", NULL},
    {SECTION_COLOURS, "NAME", NULL},
    {SECTION_SHAPE, "path", NULL},
    {SECTION_SHAPE, "fill", NULL},
    {SECTION_SHAPE, "line", NULL},
    {SECTION_SHAPE, "width", NULL},
    /* Not made up yet: another draw changes the game of every seed that is quoted. */
    {SECTION_VARIANT, "combined", NULL},
    {SECTION_PIECE, "shown_as", NULL},
    {SECTION_NO_MOVES, "out", NULL},
    {SECTION_PUTS, "piece", "hand"},
    {SECTION_PUTS, "where", "unmoved"},
    {SECTION_DROP, "shared", NULL},
    {SECTION_RIGHT, "shown", "file"},
    {SECTION_SETUP, "mandatory", "false"},
    {SECTION_PLIES, "NAME", "free"},
};

static bool is_left_out(const schema_row *row, const char *word)
{
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        bool same_key =
            left_out[i].section == row->section && strcmp(left_out[i].key, row->key ? row->key : "NAME") == 0;
        if (same_key && (!left_out[i].word || (word && strcmp(left_out[i].word, word) == 0))) {
            return true;
        }
    }
    return false;
}

/* Prints what was not reached; whether nothing is missing that should be there. */
static bool report_coverage(void)
{
    size_t count, keys = 0, words = 0, all_words = 0, missing = 0;
    const schema_row *rows = schema_rows(&count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *seen = total->seen + i * SCHEMA_SEEN_STRIDE;
        const char *key = rows[i].key ? rows[i].key : "NAME";
        keys += seen[0] > 0;
        if (!seen[0] && !is_left_out(&rows[i], NULL)) {
            printf("not reached: %s %s\n", schema_section_of(rows[i].section)->where, key);
            missing++;
        }
        for (size_t k = 0; rows[i].words[k]; k++) {
            all_words++;
            words += seen[k + 1] > 0;
            if (!seen[k + 1] && !is_left_out(&rows[i], rows[i].words[k])) {
                printf("not reached: %s %s: %s\n", schema_section_of(rows[i].section)->where, key, rows[i].words[k]);
                missing++;
            }
        }
    }
    printf("language: %zu of %zu keys, %zu of %zu words\n", keys, count, words, all_words);
    return missing == 0;
}

static void report_broken(void)
{
    for (int i = 0; i < BROKEN_KINDS; i++) {
        const uint64_t *n = total->broken[i];
        printf("  %-14s %6llu, refused %6llu", broken_names[i], (unsigned long long)n[0], (unsigned long long)n[1]);
        if (n[2]) {
            printf(", with a message about the line %llu of %llu", (unsigned long long)n[3], (unsigned long long)n[2]);
        }
        printf("\n");
    }
}

static int report_game(void)
{
    bool all = true;
    printf("%s, seeds %llu to %llu: %llu games, %llu loaded, %llu refused, %llu failed; %llu plies\n",
           task_names[asked.task], (unsigned long long)asked.seed, (unsigned long long)(asked.seed + asked.games - 1),
           (unsigned long long)total->games, (unsigned long long)total->loaded, (unsigned long long)total->refused,
           (unsigned long long)total->failed, (unsigned long long)total->plies);
    if (asked.task == TASK_HOSTILE) {
        printf("budgets that were out %llu; the longest call: %s, %llu ms, seed %llu\n",
               (unsigned long long)total->out_of_budget, total->longest_call, (unsigned long long)total->longest,
               (unsigned long long)total->longest_seed);
    } else if (asked.task == TASK_VALID) {
        printf("with a script %llu, with live hooks %llu, by masks %llu, mirrored %llu, children %llu\n",
               (unsigned long long)total->scripts, (unsigned long long)total->hooked, (unsigned long long)total->masks,
               (unsigned long long)total->mirrored, (unsigned long long)total->extended);
    } else if (asked.task == TASK_BROKEN) {
        report_broken();
    } else if (asked.task == TASK_LANGUAGE) {
        all = report_coverage();
    }
    return total->failed || !all || !total->games;
}

/* ---- the command line ---- */

static _Noreturn void usage(void)
{
    fprintf(
        stderr,
        "usage: ferz_generate valid|broken|language|hostile [--games N] [--seed S] [--jobs J] [--plies P] [--seconds N]"
        " [--budget MS] [--show]\n       ferz_generate write --into FOLDER [--games N] [--seed S]\n");
    exit(2);
}

static void read_arguments(int argc, char **argv)
{
    int task = 0;
    while (argc > 1 && task < TASKS && strcmp(argv[1], task_names[task]) != 0) {
        task++;
    }
    if (argc < 2 || task == TASKS) {
        usage();
    }
    asked = (options){.task = (task_kind)task, .games = 100, .seed = 1, .jobs = 1, .plies = 40, .seconds = SECONDS};
    asked.budget = HOSTILE_MS;
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--show") == 0) {
            asked.show = true;
            continue;
        }
        if (!value) {
            usage();
        }
        unsigned long long number = strtoull(value, NULL, 10);
        i++;
        if (strcmp(argv[i - 1], "--games") == 0) {
            asked.games = number;
        } else if (strcmp(argv[i - 1], "--seed") == 0) {
            asked.seed = number;
        } else if (strcmp(argv[i - 1], "--jobs") == 0) {
            asked.jobs = (unsigned)(number < 1 ? 1 : number > JOBS_MAX ? JOBS_MAX : number);
        } else if (strcmp(argv[i - 1], "--plies") == 0) {
            asked.plies = (size_t)number;
        } else if (strcmp(argv[i - 1], "--seconds") == 0) {
            asked.seconds = number;
        } else if (strcmp(argv[i - 1], "--budget") == 0) {
            asked.budget = number < 1 ? 1 : number > INT_MAX ? INT_MAX : number;
        } else if (strcmp(argv[i - 1], "--into") == 0) {
            asked.into = strlen(value) < 80 ? value : NULL;
        } else {
            usage();
        }
    }
    if (asked.task == TASK_WRITE && !asked.into) {
        usage();
    }
}

int main(int argc, char **argv)
{
    const char *where = getenv("TMPDIR");
    size_t count;
    read_arguments(argc, argv);
    total = mmap(NULL, sizeof *total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    schema_rows(&count);
    snprintf(folder, sizeof folder, "%s/ferz-generate-XXXXXX", where && strlen(where) < 80 ? where : "/tmp");
    if (total == MAP_FAILED || count > ROWS_MAX || (asked.task != TASK_WRITE && !mkdtemp(folder))) {
        fprintf(stderr, "no memory, or no folder %s\n", folder);
        return 3;
    }
    run_jobs();
    if (asked.task != TASK_WRITE) {
        remove_folder();
    }
    return report_game();
}
