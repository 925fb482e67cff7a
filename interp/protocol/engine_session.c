#include "protocol/engine_session.h"

#include "ferz_tools.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "base/read_file.h"
#include "base/move_tokens.h"
#include "cli/session.h"

/* ---- the list of games ---- */

/* A file of variants, as Fairy-Stockfish reads them. */
static bool is_variants_file(const char *path)
{
    return text_ends_with(path, ".ini") && read_file_exists(path);
}

/* Folders to search: the folder or the file of variants named by the protocol, if any, then those of the command line. [o->rules_count + 2] */
static void fill_folders(const engine_session *s, const char **folders)
{
    const char *path = text_string(&s->path);
    size_t count = 0;
    if (*path && (read_file_is_folder(path) || is_variants_file(path))) {
        folders[count++] = path;
    }
    for (size_t i = 0; i < s->o->rules_count; i++) {
        folders[count++] = s->o->rules[i];
    }
    folders[count] = NULL;
}

static const char **make_folders(const engine_session *s)
{
    const char **folders = malloc((s->o->rules_count + 2) * sizeof *folders);
    if (folders) {
        fill_folders(s, folders);
    }
    return folders;
}

char *engine_session_list_imported(const engine_session *s)
{
    size_t count;
    const char **folders = make_folders(s);
    char *names = folders ? ferz_list_imported(folders, &count) : NULL;
    free(folders);
    return names;
}

static bool error_out_of_memory(engine_session *s)
{
    line_writer_print(s->writer, "%sout of memory", s->prefix);
    return false;
}

static bool list_variants(engine_session *s)
{
    const char **folders = make_folders(s);
    if (!folders) {
        return error_out_of_memory(s);
    }
    ferz_list_entry *entries = NULL;
    size_t count = ferz_list_details(folders, &entries, s->messages);
    free(folders);
    if (ferz_messages_errors(s->messages)) {
        line_writer_errors(s->writer, s->prefix, s->messages);
    }
    ferz_messages_clear(s->messages);
    ferz_list_free(s->entries, s->entry_count);
    s->entries = entries;
    s->entry_count = count;
    return true;
}

const ferz_list_entry *engine_session_find_entry(const engine_session *s, const char *name)
{
    for (size_t i = 0; i < s->entry_count; i++) {
        if (strcasecmp(s->entries[i].name, name) == 0) {
            return &s->entries[i];
        }
    }
    return NULL;
}

void engine_session_put_path_name(const engine_session *s, text *t)
{
    const char *path = text_string(&s->path), *stem = strrchr(path, '/');
    stem = stem ? stem + 1 : path;
    if (text_ends_with(stem, ".yaml") && !read_file_is_folder(path)) {
        text_add(t, stem, strlen(stem) - strlen(".yaml"));
    }
}

bool engine_session_set_path(engine_session *s, const char *path)
{
    text_clear(&s->path);
    if (*path && access(path, R_OK) != 0) { /* then it is not looked at again, and said once */
        line_writer_print(s->writer, "%scannot read %s: %s", s->prefix, path, strerror(errno));
    } else {
        text_put(&s->path, path);
    }
    return list_variants(s);
}

/* ---- open and close ---- */

enum { QUIT_AFTER_MS = 1000, QUIT_LOOK_MS = 100 };

static int64_t now_ms(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool quits(void *state)
{
    engine_session *s = state;
    bool there = line_reader_has_quit(s->reader);
    if (s->looked_at != s->reader->lines + 1) {
        s->looked_at = s->reader->lines + 1;
        s->quit_from = there ? now_ms() + QUIT_AFTER_MS : 0;
    }
    return there && now_ms() >= s->quit_from;
}

bool engine_session_must_quit(engine_session *s)
{
    const int64_t now = now_ms();
    if (now < s->quit_look) {
        return false;
    }
    s->quit_look = now + QUIT_LOOK_MS;
    return quits(s);
}

bool engine_session_open(engine_session *s, const options *o, line_reader *reader, line_writer *writer,
                         const char *prefix, const char *fallback)
{
    *s = (engine_session){.o = o, .writer = writer, .prefix = prefix, .note_prefix = prefix, .reader = reader};
    s->messages = ferz_messages_create(false);
    s->job = search_job_create();
    s->limits.struct_size = sizeof s->limits;
    s->limits.threads = o->value[OPTION_THREADS] ? (int)o->number[OPTION_THREADS] : 1;
    s->limits.seed = (uint64_t)o->number[OPTION_SEED];
    s->limits.multipv = 1;
    if (!s->messages || !s->job) {
        return error_out_of_memory(s);
    }
    ferz_budget budget = session_budget(o);
    budget.stop = quits;
    budget.state = s;
    ferz_messages_set_budget(s->messages, budget);
    for (size_t i = 0; i < o->setting_count; i++) {
        text_print(&s->settings, "%s%s%s%s", i ? " " : "", o->settings[i].name, o->settings[i].value ? "=" : "",
                   o->settings[i].value ? o->settings[i].value : "");
    }
    return list_variants(s) &&
           engine_session_load(s, o->argument_count && *o->arguments[0] ? o->arguments[0] : fallback, NULL);
}

static void unload_variant(engine_session *s)
{
    ferz_engine_free(s->engine);
    ferz_game_free(s->game);
    ferz_variant_free(s->variant);
    s->engine = NULL;
    s->game = NULL;
    s->variant = NULL;
}

void engine_session_close(engine_session *s)
{
    search_job_destroy(s->job);
    unload_variant(s);
    ferz_list_free(s->entries, s->entry_count);
    ferz_messages_free(s->messages);
    text_finish(&s->path);
    text_finish(&s->name);
    text_finish(&s->settings);
    *s = (engine_session){0};
}

/* ---- the current game ---- */

/* Splits NAME=VALUE or NAME items into settings that point into `setting_text`. NULL: out of memory. */
static ferz_setting *parse_settings(char *setting_text, size_t *count)
{
    ferz_setting *settings = malloc((strlen(setting_text) / 2 + 1) * sizeof *settings);
    char *rest;
    *count = 0;
    for (char *w = settings ? strtok_r(setting_text, " \t", &rest) : NULL; w; w = strtok_r(NULL, " \t", &rest)) {
        char *equals = strchr(w, '=');
        if (equals) {
            *equals = '\0';
        }
        settings[(*count)++] = (ferz_setting){w, equals ? equals + 1 : NULL};
    }
    return settings;
}

/* Loads a variant that another program has built in. Its own rules are made from data about that program. */
static ferz_variant *load_imported(engine_session *s, const variant_alias *alias, const char **folders,
                                   const ferz_setting *settings, size_t setting_count)
{
    text section = {0};
    ferz_imported *games = NULL;
    size_t count = 0;
    ferz_variant *variant = NULL;
    text_print(&section, "[%s:%s]\n", alias->name, alias->imported);
    if (!section.failed) {
        ferz_import(alias->name, text_string(&section), section.length, NULL, &games, &count, NULL, NULL);
    }
    if (count) {
        variant = ferz_variant_load_imported(&games[0], folders, settings, setting_count,
                                             (uint64_t)s->o->number[OPTION_SEED], s->messages);
    }
    ferz_imported_free(games, count);
    text_finish(&section);
    return variant;
}

/* The option that every game with castling has. */
static const char any_array_setting[] = "any_array";

static ferz_variant *load_with(engine_session *s, const char *name, const variant_alias *alias, const char *settings,
                               bool any_array)
{
    text setting_text = {0};
    text_print(&setting_text, "%s %s %s ", any_array ? any_array_setting : "", alias->settings, settings);
    const char **folders = make_folders(s);
    size_t count = 0;
    ferz_setting *split = setting_text.failed ? NULL : parse_settings(setting_text.bytes, &count);
    ferz_variant *variant = NULL;
    if (folders && split && *alias->imported) {
        variant = load_imported(s, alias, folders, split, count);
    } else if (folders && split) {
        variant = ferz_variant_load(name, folders, split, count, (uint64_t)s->o->number[OPTION_SEED], s->messages);
    }
    free(split);
    free(folders);
    text_finish(&setting_text);
    return variant;
}

/* Where the session wants castling of any array and the game cannot have it, the session says why and plays on without. */
static ferz_variant *load_variant(engine_session *s, const char *name, const variant_alias *alias, const char *settings)
{
    ferz_variant *variant = s->any_array ? load_with(s, name, alias, settings, true) : NULL;
    if (variant || !s->any_array) {
        return variant ? variant : load_with(s, name, alias, settings, false);
    }
    text why = {0};
    if (ferz_messages_count(s->messages)) {
        text_put(&why, ferz_messages_at(s->messages, 0).text);
    }
    ferz_messages_clear(s->messages);
    variant = load_with(s, name, alias, settings, false);
    if (variant) {
        line_writer_print(s->writer, "%s%s has no effect in this game: %s", s->prefix, variant_alias_castling_option,
                          text_string(&why));
    }
    text_finish(&why);
    return variant;
}

static bool is_path_name(const engine_session *s, const char *name)
{
    text file = {0};
    engine_session_put_path_name(s, &file);
    bool same = file.length && strcasecmp(text_string(&file), name) == 0;
    text_finish(&file);
    return same;
}

/* A name may mean the file that the protocol has named. */
static const char *resolve_name(const engine_session *s, const char *name)
{
    const ferz_list_entry *e = engine_session_find_entry(s, name);
    return is_path_name(s, name) ? text_string(&s->path) : e ? e->name : name;
}

bool engine_session_find_alias(const engine_session *s, unsigned users, const char *name, variant_alias *row)
{
    const ferz_list_entry *own = engine_session_find_entry(s, name);
    if (is_path_name(s, name) || !variant_alias_find(users, name, row)) {
        return false;
    }
    bool same = own && strcasecmp(row->game, own->name) == 0;
    /* There the name of one game means another on purpose. */
    return (!own || same || (users & ALIAS_KING_TAKES_ROOK)) &&
           (*row->imported || engine_session_find_entry(s, row->game) != NULL);
}

static bool is_in_list(const char *names, const char *name)
{
    for (; names && *names; names += strlen(names) + 1) {
        if (strcasecmp(names, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the name is that of a variant of Fairy-Stockfish, its own or one in a file of variants. */
static bool is_imported_name(const engine_session *s, const char *name)
{
    size_t count;
    char *own = ferz_import_names(&count), *in_files = engine_session_list_imported(s);
    bool found = is_in_list(own, name) || is_in_list(in_files, name);
    ferz_free(own);
    ferz_free(in_files);
    return found;
}

static bool load(engine_session *s, const char *name, const variant_alias *alias, const char *settings)
{
    text new_name = {0}, new_settings = {0};
    text_put(&new_name, name);
    text_put(&new_settings, settings ? settings : text_string(&s->settings));
    ferz_messages_clear(s->messages);
    ferz_variant *variant = load_variant(s, resolve_name(s, name), alias, text_string(&new_settings));
    ferz_game *game = variant ? ferz_game_create(variant, NULL, s->messages) : NULL;
    if (!game || new_name.failed || new_settings.failed) {
        if (ferz_messages_count(s->messages)) {
            line_writer_errors(s->writer, s->prefix, s->messages);
        } else {
            error_out_of_memory(s);
        }
        ferz_game_free(game);
        ferz_variant_free(variant);
        text_finish(&new_name);
        text_finish(&new_settings);
        return false;
    }
    ferz_messages_clear(s->messages);
    unload_variant(s);
    text_finish(&s->name);
    text_finish(&s->settings);
    s->name = new_name;
    s->settings = new_settings;
    s->alias = *alias;
    s->foreign = alias->users || is_imported_name(s, name);
    s->variant = variant;
    s->game = game;
    return true;
}

bool engine_session_load(engine_session *s, const char *name, const char *settings)
{
    const variant_alias none = {.users = 0};
    return load(s, name, &none, settings);
}

bool engine_session_choose(engine_session *s, unsigned users, const char *name, const char *settings)
{
    variant_alias row;
    return engine_session_find_alias(s, users, name, &row) ? load(s, *row.game ? row.game : row.name, &row, settings)
                                                           : engine_session_load(s, name, settings);
}

bool engine_session_reload(engine_session *s, const char *settings)
{
    text name = {0};
    const variant_alias alias = s->alias;
    text_put(&name, text_string(&s->name));
    bool ok = !name.failed && load(s, text_string(&name), &alias, settings);
    text_finish(&name);
    return ok;
}

bool engine_session_set_position(engine_session *s, const char *fen)
{
    ferz_game_free(s->game);
    s->game = ferz_game_create(s->variant, fen, s->messages);
    line_writer_notes(s->writer, s->prefix, s->note_prefix, s->messages);
    ferz_messages_clear(s->messages);
    return s->game != NULL;
}

ferz_engine *engine_session_engine(engine_session *s)
{
    if (s->engine && s->engine_hash_bytes != s->limits.hash_bytes) {
        ferz_engine_free(s->engine);
        s->engine = NULL;
    }
    if (!s->engine) {
        s->engine_hash_bytes = s->limits.hash_bytes;
        s->engine = ferz_engine_create(s->variant, s->engine_hash_bytes, s->messages);
        if (!s->engine) {
            line_writer_errors(s->writer, s->prefix, s->messages);
        }
    }
    return s->engine;
}

void engine_session_new_game(engine_session *s)
{
    if (s->engine) {
        ferz_engine_new_game(s->engine);
    }
}

int engine_session_clock_side(const engine_session *s)
{
    size_t player = ferz_game_commander(s->game);
    return player < ferz_variant_facts(s->variant)->player_count && !ferz_variant_allied(s->variant, 0, player);
}
