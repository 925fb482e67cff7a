#include "front/desk.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "front/words.h"

/* ---- the games there are ---- */

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Folders to look in: that of the protocol, if it is one, and those of the command line. [o->rules_count + 2] */
static void fill_folders(const desk *d, const char **folders)
{
    const char *path = text_string(&d->path);
    size_t count = 0;
    if (*path && is_folder(path)) {
        folders[count++] = path;
    }
    for (size_t i = 0; i < d->o->rules_count; i++) {
        folders[count++] = d->o->rules[i];
    }
    folders[count] = NULL;
}

static const char **make_folders(const desk *d)
{
    const char **folders = malloc((d->o->rules_count + 2) * sizeof *folders);
    if (folders) {
        fill_folders(d, folders);
    }
    return folders;
}

static bool no_memory(desk *d)
{
    voice_say(d->voice, "%sout of memory", d->before);
    return false;
}

static bool list_games(desk *d)
{
    const char **folders = make_folders(d);
    if (!folders) {
        return no_memory(d);
    }
    ferz_entry *entries = NULL;
    size_t count = ferz_list_kinds(folders, &entries, d->messages);
    free(folders);
    if (ferz_messages_errors(d->messages)) {
        voice_complain(d->voice, d->before, d->messages);
    }
    ferz_messages_clear(d->messages);
    ferz_list_free(d->entries, d->entry_count);
    d->entries = entries;
    d->entry_count = count;
    return true;
}

const ferz_entry *desk_entry(const desk *d, const char *name)
{
    for (size_t i = 0; i < d->entry_count; i++) {
        if (strcasecmp(d->entries[i].name, name) == 0) {
            return &d->entries[i];
        }
    }
    return NULL;
}

void desk_put_file(const desk *d, text *t)
{
    const char *path = text_string(&d->path), *stem = strrchr(path, '/');
    stem = stem ? stem + 1 : path;
    size_t length = strlen(stem);
    if (length > 5 && strcmp(stem + length - 5, ".yaml") == 0 && !is_folder(path)) {
        text_add(t, stem, length - 5);
    }
}

bool desk_look_in(desk *d, const char *path)
{
    text_clear(&d->path);
    text_put(&d->path, path);
    return list_games(d);
}

/* ---- life ---- */

bool desk_open(desk *d, const options *o, voice *v, const char *before, const char *fallback)
{
    *d = (desk){.o = o, .voice = v, .before = before};
    d->messages = ferz_messages_create(false);
    d->thinker = thinker_create();
    d->limits.threads = o->value[OPTION_THREADS] ? (int)o->number[OPTION_THREADS] : 1;
    d->limits.seed = (uint64_t)o->number[OPTION_SEED];
    d->limits.lines = 1;
    if (!d->messages || !d->thinker) {
        return no_memory(d);
    }
    for (size_t i = 0; i < o->setting_count; i++) {
        text_print(&d->settings, "%s%s%s%s", i ? " " : "", o->settings[i].name, o->settings[i].value ? "=" : "",
                   o->settings[i].value ? o->settings[i].value : "");
    }
    return list_games(d) && desk_choose(d, o->argument_count && *o->arguments[0] ? o->arguments[0] : fallback, NULL);
}

static void drop_game(desk *d)
{
    ferz_engine_destroy(d->engine);
    ferz_play_destroy(d->play);
    ferz_game_destroy(d->game);
    d->engine = NULL;
    d->play = NULL;
    d->game = NULL;
}

void desk_close(desk *d)
{
    thinker_destroy(d->thinker);
    drop_game(d);
    ferz_list_free(d->entries, d->entry_count);
    ferz_messages_destroy(d->messages);
    text_finish(&d->path);
    text_finish(&d->name);
    text_finish(&d->settings);
    *d = (desk){0};
}

/* ---- a game ---- */

/* `words`, NAME=VALUE or NAME each, as settings that point into it. NULL: out of memory. */
static ferz_setting *split_settings(char *words, size_t *count)
{
    ferz_setting *settings = malloc((strlen(words) / 2 + 1) * sizeof *settings);
    char *rest;
    *count = 0;
    for (char *w = settings ? strtok_r(words, " \t", &rest) : NULL; w; w = strtok_r(NULL, " \t", &rest)) {
        char *equals = strchr(w, '=');
        if (equals) {
            *equals = '\0';
        }
        settings[(*count)++] = (ferz_setting){w, equals ? equals + 1 : NULL};
    }
    return settings;
}

static ferz_game *load(desk *d, const char *name, const char *settings)
{
    text words = {0};
    text_put(&words, settings);
    text_char(&words, ' ');
    const char **folders = make_folders(d);
    size_t count = 0;
    ferz_setting *split = words.failed ? NULL : split_settings(words.bytes, &count);
    ferz_game *game = NULL;
    if (folders && split) {
        game = ferz_game_load(name, folders, split, count, (uint64_t)d->o->number[OPTION_SEED], d->messages);
    }
    free(split);
    free(folders);
    text_finish(&words);
    return game;
}

/* A name may stand for the file that the protocol has pointed at. */
static const char *file_of(const desk *d, const char *name)
{
    text file = {0};
    desk_put_file(d, &file);
    bool same = file.length && strcasecmp(text_string(&file), name) == 0;
    text_finish(&file);
    const ferz_entry *e = desk_entry(d, name);
    return same ? text_string(&d->path) : e ? e->name : name;
}

bool desk_choose(desk *d, const char *name, const char *settings)
{
    text name_now = {0}, settings_now = {0};
    text_put(&name_now, name);
    text_put(&settings_now, settings ? settings : text_string(&d->settings));
    ferz_messages_clear(d->messages);
    ferz_game *game = load(d, file_of(d, name), text_string(&settings_now));
    ferz_play *play = game ? ferz_play_create(game, NULL, d->messages) : NULL;
    if (!play || name_now.failed || settings_now.failed) {
        if (ferz_messages_count(d->messages)) {
            voice_complain(d->voice, d->before, d->messages);
        } else {
            no_memory(d);
        }
        ferz_play_destroy(play);
        ferz_game_destroy(game);
        text_finish(&name_now);
        text_finish(&settings_now);
        return false;
    }
    ferz_messages_clear(d->messages);
    drop_game(d);
    text_finish(&d->name);
    text_finish(&d->settings);
    d->name = name_now;
    d->settings = settings_now;
    d->game = game;
    d->play = play;
    return true;
}

bool desk_set_up(desk *d, const char *fen)
{
    ferz_play_destroy(d->play);
    d->play = ferz_play_create(d->game, fen, d->messages);
    if (!d->play) {
        voice_complain(d->voice, d->before, d->messages);
    }
    ferz_messages_clear(d->messages);
    return d->play != NULL;
}

ferz_engine *desk_engine(desk *d)
{
    if (d->engine && d->engine_bytes != d->limits.hash_bytes) {
        ferz_engine_destroy(d->engine);
        d->engine = NULL;
    }
    if (!d->engine) {
        d->engine_bytes = d->limits.hash_bytes;
        d->engine = ferz_engine_create(d->game, d->engine_bytes, d->messages);
        if (!d->engine) {
            voice_complain(d->voice, d->before, d->messages);
        }
    }
    return d->engine;
}

void desk_forget(desk *d)
{
    if (d->engine) {
        ferz_engine_forget(d->engine);
    }
}

int desk_side(const desk *d)
{
    size_t player = ferz_play_commander(d->play);
    return player < ferz_game_players(d->game) && !ferz_game_allied(d->game, 0, player);
}
