#include "ferz_internal.h"

#include "game/core.h"
#include "game/lint.h"
#include "search/weights.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *ferz_version(void)
{
    return FERZ_VERSION;
}

void ferz_free(char *string)
{
    free(string);
}

/* ---- loading ---- */

static const char *find_parent(const void *state, const char *name, const char *beside, arena *a)
{
    return locate_rules(a, name, state, beside);
}

/* The listed game whose name is nearest, if near enough to be meant; in `a`. */
static const char *nearest_game(const void *dirs, const char *name, arena *a)
{
    ferz_entry *entries;
    size_t count = ferz_list(dirs, &entries, NULL);
    const char *nearest = NULL;
    size_t best = strlen(name) / 3 + 2;
    for (size_t i = 0; i < count; i++) {
        size_t distance = text_distance(name, entries[i].name, best);
        if (distance < best) {
            best = distance;
            nearest = entries[i].name;
        }
    }
    nearest = nearest ? arena_text(a, nearest, strlen(nearest)) : NULL;
    ferz_list_free(entries, count);
    return nearest;
}

static bool describe_hook(ferz_game *g, const char *at, const rule_hook *rule)
{
    text words = {0};
    text_print(&words, "%s: %s (", at, rule->function);
    text_put(&words, rule->captures_only ? "captures" : "moves");
    for (size_t i = 0; i < rule->piece_count; i++) {
        text_print(&words, "%s%s", i ? ", " : " by ", g->rules->pieces[rule->pieces[i]].name);
    }
    for (size_t i = 0; i < rule->taken_count; i++) {
        text_print(&words, "%s%s", i ? ", " : " of ", g->rules->pieces[rule->taken[i]].name);
    }
    if (rule->to.string) {
        text_print(&words, " to %s", rule->to.string);
    }
    text_put(&words, ")");
    g->hooks[g->hook_count] = arena_text(&g->arena, text_string(&words), words.length);
    bool fine = !words.failed;
    text_finish(&words);
    return g->hooks[g->hook_count++] != NULL && fine;
}

static bool describe_hooks(ferz_game *g)
{
    const game *built = g->game;
    size_t most = g->rules->hook_count + (size_t)built->ending_count;
    const struct {
        const char *at;
        const game_hook *hooks;
        int count;
    } kinds[] = {
        {"after", built->after, built->after_count},      {"legal", built->legal, built->legal_count},
        {"made", built->made, built->made_count},         {"choices", built->choices, built->choice_count},
        {"moves", built->listings, built->listing_count}, {"announce", built->announces, built->announce_count}};
    g->hooks = arena_new(&g->arena, const char *, most + 1);
    bool fine = g->hooks != NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        for (int i = 0; fine && i < kinds[k].count; i++) {
            fine = describe_hook(g, kinds[k].at, kinds[k].hooks[i].rule);
        }
    }
    for (int i = 0; fine && i < built->ending_count; i++) {
        if (built->endings[i].rule->hook) {
            const char *words = arena_format(&g->arena, "ending: %s (every position)", built->endings[i].rule->hook);
            g->hooks[g->hook_count++] = words;
            fine = words != NULL;
        }
    }
    return fine;
}

/* Live functions that do not exist are the file's mistake: say so at loading, not in the first game. */
static bool try_live(ferz_game *g)
{
    if (!g->hook_count) {
        return true;
    }
    live_binding *live = live_create(g->binding, g->game, &g->diags);
    live_destroy(live);
    return live != NULL;
}

static void fingerprint(ferz_game *g)
{
    digest d;
    digest_begin(&d);
    for (const source *s = g->diags.sources; s; s = s->before) {
        char size[32];
        int length = snprintf(size, sizeof size, "%zu:", s->size); /* so that no text can stand for two */
        digest_add(&d, size, (size_t)length);
        digest_add(&d, s->bytes, s->size);
    }
    for (size_t i = 0; i < g->rules->option_count; i++) {
        const rule_option *o = &g->rules->options[i];
        const char *chosen = o->chosen ? o->chosen : "";
        digest_add(&d, o->name, strlen(o->name) + 1);
        digest_add(&d, chosen, strlen(chosen) + 1);
    }
    digest_end(&d, g->fingerprint);
}

/* The files that were read: each once, in the order of reading. */
static bool list_files(ferz_game *g)
{
    size_t count = 0;
    for (const source *s = g->diags.sources; s; s = s->before) {
        count++;
    }
    g->files = arena_new(&g->arena, const char *, count + 1);
    if (!g->files) {
        return false;
    }
    for (const source *s = g->diags.sources; s; s = s->before) {
        g->files[--count] = s->name;
        g->file_count++;
    }
    return true;
}

static bool build(ferz_game *g)
{
    script_host *host = NULL;
    staged_hooks hooks;
    g->binding = binding_create(g->rules, &g->arena, &g->diags);
    if (!g->binding || !binding_open_staged(g->binding, &g->diags, &host, &hooks)) {
        return false;
    }
    if (list_files(g)) {
        fingerprint(g); /* before anything else is kept as a source: a start drawn by chance, say */
        g->game = game_build(g->rules, host ? &hooks : NULL, &g->diags);
    }
    if (host) {
        binding_add_calls(g->binding, script_calls(host));
        g->diags.overrun |= script_dead(host);
        script_close(host);
    }
    return g->game && describe_hooks(g) && pieces_describe(g) && try_live(g);
}

/* NAME.tuning.yaml beside NAME.yaml, if it is there. */
static const char *tuning_path(arena *a, const char *rules)
{
    size_t n = strlen(rules);
    const char *path = n > 5 ? arena_format(a, "%.*s.tuning.yaml", (int)(n - 5), rules) : NULL;
    return path && access(path, F_OK) == 0 ? path : NULL;
}

/* Weights that do not belong to these rules are of no use; those that name what is not there are a mistake. */
static bool tune(ferz_game *g)
{
    const char *path = tuning_path(&g->arena, g->rules->path);
    if (!path) {
        return true;
    }
    g->tuning = tuning_load(&g->arena, &g->diags, path);
    if (!g->tuning) {
        return false;
    }
    char own[32];
    snprintf(own, sizeof own, "%016" PRIx64, weights_fingerprint(g->game));
    if (g->tuning->row_count && strcmp(g->tuning->rules, own) != 0) {
        diag_warning(&g->diags, CODE_TUNING_FOR_OTHERS, g->tuning->rules_place,
                     "the tuning is for other men or another board, and is not used");
        diag_hint(&g->diags, "these rules are %s; `ferz tune` makes a tuning for them", own);
        g->tuning->row_count = 0;
    }
    worths of;
    weights w;
    bool fine = worths_find(&of, g->game);
    if (fine) {
        fine = weights_init(&w, &g->arena, &of) && weights_apply(&w, g->tuning, &g->diags);
        worths_finish(&of);
    }
    g->game->tuning = g->tuning;
    return fine;
}

void ferz_game_untune(ferz_game *g)
{
    g->game->tuning = NULL;
}

static ferz_game *no_memory(ferz_messages *messages)
{
    if (messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    return NULL;
}

static ferz_game *load(const char *path, const char *yaml, size_t length, const char *const *dirs,
                       const ferz_setting *settings, size_t setting_count, uint64_t seed,
                       const ferz_stand_in *stand_ins, size_t stand_in_count, ferz_messages *messages)
{
    ferz_game *g = calloc(1, sizeof *g);
    if (!g) {
        return no_memory(messages);
    }
    diag_list_init(&g->diags);
    arena_init(&g->arena, 0);
    stand_in *instead = arena_new(&g->arena, stand_in, stand_in_count + 1);
    for (size_t i = 0; instead && i < stand_in_count; i++) {
        instead[i] = (stand_in){stand_ins[i].file, stand_ins[i].text, stand_ins[i].length};
    }
    g->diags.stand_ins = instead;
    g->diags.stand_in_count = instead ? stand_in_count : 0;
    rule_setting *chosen = arena_new(&g->arena, rule_setting, setting_count + 1);
    for (size_t i = 0; chosen && i < setting_count; i++) {
        chosen[i] = (rule_setting){settings[i].name, settings[i].value};
    }
    const source *said = yaml ? diag_source(&g->diags, path, yaml, length) : NULL;
    rule_finder finder = {find_parent, dirs, nearest_game};
    if (chosen && instead && (!yaml || said)) {
        g->rules = ruleset_load(&g->diags, path, said, &finder, chosen, setting_count, seed);
    }
    bool fine = g->rules && build(g) && (yaml || tune(g));
    if (!fine && !g->diags.errors) {
        diag_failure(&g->diags, CODE_OUT_OF_MEMORY, "out of memory");
    }
    g->diags.stand_ins = NULL; /* they were borrowed */
    g->diags.stand_in_count = 0;
    messages_take(messages, &g->diags);
    if (!fine) {
        ferz_game_destroy(g);
        return NULL;
    }
    return g;
}

ferz_game *ferz_game_load(const char *name, const char *const *dirs, const ferz_setting *settings, size_t setting_count,
                          uint64_t seed, ferz_messages *messages)
{
    return ferz_game_load_with(name, dirs, settings, setting_count, seed, NULL, 0, messages);
}

ferz_game *ferz_game_load_with(const char *name, const char *const *dirs, const ferz_setting *settings,
                               size_t setting_count, uint64_t seed, const ferz_stand_in *stand_ins,
                               size_t stand_in_count, ferz_messages *messages)
{
    arena scratch;
    arena_init(&scratch, 0);
    const char *path = locate_rules(&scratch, name, dirs, NULL);
    ferz_game *g = NULL;
    if (scratch.failed) { /* perhaps it is in a folder that was passed over */
        no_memory(messages);
    } else if (path) {
        g = load(path, NULL, 0, dirs, settings, setting_count, seed, stand_ins, stand_in_count, messages);
    } else {
        diag_list diags;
        diag_list_init(&diags);
        diag_failure(&diags, CODE_NO_SUCH_GAME, "there is no game `%s`", name);
        const char *nearest = nearest_game(dirs, name, &scratch);
        if (nearest) {
            diag_hint(&diags, "did you mean `%s`?", nearest);
        } else {
            diag_hint(&diags, "`ferz list` names the games; a path to a file has a `/` or ends in .yaml");
        }
        messages_take(messages, &diags);
        diag_list_finish(&diags);
    }
    arena_finish(&scratch);
    return g;
}

ferz_game *ferz_game_load_text(const char *name, const char *yaml, size_t length, const char *const *dirs,
                               const ferz_setting *settings, size_t setting_count, uint64_t seed,
                               ferz_messages *messages)
{
    return load(name, yaml, length, dirs, settings, setting_count, seed, NULL, 0, messages);
}

void ferz_game_destroy(ferz_game *g)
{
    if (g) {
        game_destroy(g->game);
        ruleset_destroy(g->rules);
        arena_finish(&g->arena);
        diag_list_finish(&g->diags);
        free(g);
    }
}

/* ---- facts ---- */

const char *ferz_game_name(const ferz_game *g)
{
    return g->rules->id;
}

const char *ferz_game_title(const ferz_game *g)
{
    return g->rules->title;
}

const char *ferz_game_about(const ferz_game *g)
{
    return g->rules->about ? g->rules->about : "";
}

const char *ferz_game_file(const ferz_game *g)
{
    return g->rules->path;
}

size_t ferz_game_file_count(const ferz_game *g)
{
    return g->file_count;
}

const char *ferz_game_file_at(const ferz_game *g, size_t index)
{
    return index < g->file_count ? g->files[index] : "";
}

const char *ferz_game_fingerprint(const ferz_game *g)
{
    return g->fingerprint;
}

const char *ferz_game_start(const ferz_game *g)
{
    return g->game->start;
}

size_t ferz_game_players(const ferz_game *g)
{
    return g->rules->player_count;
}

const char *ferz_game_player(const ferz_game *g, size_t player)
{
    return player < g->rules->player_count ? g->rules->players[player].name : "";
}

bool ferz_game_allied(const ferz_game *g, size_t one, size_t other)
{
    size_t players = g->rules->player_count;
    return one < players && other < players && !(g->game->enemies[one] >> other & 1);
}

size_t ferz_game_table_bytes(const ferz_game *g)
{
    return g->game->arena.used + sizeof *g->game;
}

size_t ferz_game_position_bytes(const ferz_game *g)
{
    return g->game->position_size;
}

bool ferz_game_has_hands(const ferz_game *g)
{
    return g->game->hands;
}

size_t ferz_game_option_count(const ferz_game *g)
{
    return g->rules->option_count;
}

ferz_option ferz_game_option(const ferz_game *g, size_t index)
{
    if (index >= g->rules->option_count) {
        return (ferz_option){.name = "", .about = "", .values = "", .chosen = ""};
    }
    const rule_option *o = &g->rules->options[index];
    return (ferz_option){o->name, o->about ? o->about : "", o->values ? o->values : "", o->chosen ? o->chosen : "",
                         o->set};
}

void ferz_game_check(const ferz_game *g, ferz_messages *messages)
{
    diag_list diags;
    diag_list_init(&diags);
    lint_game(g->game, g->diags.sources, &diags);
    messages_take(messages, &diags);
    diag_list_finish(&diags);
}

size_t ferz_game_hook_count(const ferz_game *g)
{
    return g->hook_count;
}

const char *ferz_game_hook(const ferz_game *g, size_t index)
{
    return index < g->hook_count ? g->hooks[index] : "";
}

uint64_t ferz_game_script_calls(const ferz_game *g)
{
    return binding_calls(g->binding);
}

/* ---- the list of games ---- */

typedef struct lister {
    ferz_entry *entries;
    size_t count, room;
    bool failed, in_full;
    const char *const *dirs;
    ferz_messages *messages;
} lister;

/* Whether a file's name may be a game's: names stand in lists and on command lines. Others can be played by their paths. */
static bool is_game_name(const char *name, size_t length)
{
    text safe = {0};
    text_add_safe(&safe, name, length);
    bool plain = safe.length == length;
    for (size_t i = 0; i < length && plain; i++) {
        plain = (unsigned char)name[i] >= 0x80 || isalnum((unsigned char)name[i]) || strchr("-_.+", name[i]);
    }
    text_finish(&safe);
    return plain;
}

static bool is_rule_file(const char *name, size_t *stem)
{
    size_t n = strlen(name);
    *stem = n > 5 ? n - 5 : 0;
    return n > 5 && name[0] != '.' && is_game_name(name, *stem) && strcmp(name + n - 5, ".yaml") == 0 &&
           !(n > 10 && strcmp(name + n - 10, ".test.yaml") == 0) &&
           !(n > 12 && strcmp(name + n - 12, ".tuning.yaml") == 0);
}

static char *duplicate(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, bytes, length);
        copy[length] = '\0';
    }
    return copy;
}

/* What a game is like, from its rules alone; false when they do not load. */
static bool describe_entry(const char *path, const char *const *dirs, ferz_entry *e, ferz_messages *messages)
{
    diag_list diags;
    diag_list_init(&diags);
    rule_finder finder = {find_parent, dirs, NULL};
    ruleset *rules = ruleset_load(&diags, path, NULL, &finder, NULL, 0, 0);
    text board = {0};
    if (rules) {
        e->players = rules->player_count;
        e->chance = rules->chance.dice > 0;
        e->hidden = ruleset_hides(rules);
        e->several = rules->turn.plies != 1 || rules->turn.first || rules->placing_run || rules->placing_royals;
        ruleset_board_text(rules, &board);
        for (size_t i = 0; i < rules->player_count; i++) {
            bool first = true;
            for (size_t k = 0; k < i; k++) {
                const char *team = rules->players[i].team, *other = rules->players[k].team;
                first = first && !(team && other && strcmp(team, other) == 0);
            }
            e->sides += first;
        }
    }
    if (diags.failed) { /* rules that are wrong are no matter here, a machine that fails is */
        messages_take(messages, &diags);
    }
    e->board = board.failed ? NULL : duplicate(text_string(&board), board.length);
    text_finish(&board);
    ruleset_destroy(rules);
    diag_list_finish(&diags);
    return e->board != NULL;
}

static void add_entry(lister *l, const char *folder, const char *file, size_t stem)
{
    for (size_t i = 0; i < l->count; i++) {
        if (strncmp(l->entries[i].name, file, stem) == 0 && l->entries[i].name[stem] == '\0') {
            return; /* an earlier folder has it */
        }
    }
    if (l->count == l->room) {
        size_t room = l->room ? l->room * 2 : 32;
        ferz_entry *more = realloc(l->entries, room * sizeof *more);
        if (!more) {
            l->failed = true;
            return;
        }
        l->entries = more;
        l->room = room;
    }
    arena scratch;
    arena_init(&scratch, 0);
    const char *path = arena_format(&scratch, "%s/%s", folder, file);
    const char *title = path ? ruleset_title(&scratch, path) : NULL;
    if (title) {
        ferz_entry e = {.name = duplicate(file, stem),
                        .title = duplicate(title, strlen(title)),
                        .path = duplicate(path, strlen(path))};
        bool fine = e.name && e.title && e.path;
        if (fine && (!l->in_full || describe_entry(path, l->dirs, &e, l->messages))) {
            l->entries[l->count++] = e;
        } else {
            free(e.name);
            free(e.title);
            free(e.path);
            free(e.board);
            l->failed = true;
        }
    } else if (l->messages) {
        diag_list diags;
        diag_list_init(&diags);
        diag_warning(&diags, CODE_FILE_LEFT_OUT, (place){0}, "%s is no rule file that can be read: left out",
                     path ? path : file);
        messages_take(l->messages, &diags);
        diag_list_finish(&diags);
    }
    arena_finish(&scratch);
}

static void list_folder(void *state, const char *folder)
{
    lister *l = state;
    errno = 0;
    DIR *dir = opendir(folder);
    struct dirent *entry;
    while (dir && (errno = 0, entry = readdir(dir)) != NULL) {
        size_t stem;
        if (is_rule_file(entry->d_name, &stem)) {
            add_entry(l, folder, entry->d_name, stem);
        }
    }
    int why = errno;
    if (dir) {
        closedir(dir);
    }
    /* That there is no such folder is usual; games that are there and not seen would be missed in silence. */
    if (why && why != ENOENT && why != ENOTDIR && l->messages) {
        diag_failure(ferz_messages_diags(l->messages), CODE_UNREADABLE_FILE, "%s cannot be read: %s", folder,
                     strerror(why));
    }
}

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const ferz_entry *)left)->name, ((const ferz_entry *)right)->name);
}

static size_t list_games(const char *const *dirs, bool in_full, ferz_entry **entries, ferz_messages *messages)
{
    lister l = {.messages = messages, .in_full = in_full, .dirs = dirs};
    arena scratch;
    arena_init(&scratch, 0);
    locate_folders(&scratch, dirs, list_folder, &l);
    l.failed |= scratch.failed;
    arena_finish(&scratch);
    if (l.count) {
        qsort(l.entries, l.count, sizeof *l.entries, compare_entries);
    }
    if (l.failed && messages) {
        diag_failure(ferz_messages_diags(messages), CODE_OUT_OF_MEMORY, "out of memory");
    }
    *entries = l.entries;
    return l.count;
}

size_t ferz_list(const char *const *dirs, ferz_entry **entries, ferz_messages *messages)
{
    return list_games(dirs, false, entries, messages);
}

size_t ferz_list_kinds(const char *const *dirs, ferz_entry **entries, ferz_messages *messages)
{
    return list_games(dirs, true, entries, messages);
}

void ferz_list_free(ferz_entry *entries, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(entries[i].name);
        free(entries[i].title);
        free(entries[i].path);
        free(entries[i].board);
    }
    free(entries);
}
