/* import, export: variants in the format of Fairy-Stockfish. */
#include "ferz_tools.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers/answers.h"
#include "base/json_text.h"
#include "cli/commands.h"
#include "cli/file.h"
#include "cli/session.h"

enum { BYTES_MAX = 64 << 20 };

/* Reads the file, or standard input for `-`. False after an error was reported. */
static bool read_file(const char *path, text *content, output *out)
{
    bool input = strcmp(path, "-") == 0;
    text why = {0};
    FILE *file = input ? stdin : file_open_regular(path, &why);
    char block[1 << 14];
    size_t got;
    while (file && content->length <= BYTES_MAX && (got = fread(block, 1, sizeof block, file)) > 0) {
        text_add(content, block, got);
    }
    bool ok = file && !ferror(file) && !content->failed;
    if (!ok) {
        output_error(out, "cannot read %s: %s", path,
                     content->failed ? "out of memory"
                     : why.length    ? text_string(&why)
                                     : strerror(errno));
    }
    text_finish(&why);
    if (file && !input) {
        fclose(file);
    }
    return ok;
}

static void put_json(text *t, const ferz_imported *games, size_t count, size_t refused, const ferz_messages *messages)
{
    json_open(t, NULL, JSON_OBJECT);
    json_open(t, "games", JSON_ARRAY);
    for (size_t i = 0; i < count; i++) {
        json_open(t, NULL, JSON_OBJECT);
        json_string(t, "name", games[i].name);
        json_string(t, "yaml", games[i].yaml);
        if (games[i].script) {
            json_string(t, "script", games[i].script);
        }
        json_bool(t, "changed", games[i].changed);
        json_close(t, JSON_OBJECT);
    }
    json_close(t, JSON_ARRAY);
    json_number(t, "refused", (int64_t)refused);
    answer_messages(t, messages);
    json_close(t, JSON_OBJECT);
    text_char(t, '\n');
}

static void put_target(text *path, const char *folder, const ferz_imported *game, const char *ending)
{
    text_clear(path);
    text_print(path, "%s/%s.%s", folder, game->name, ending);
}

/* Whether none of the files exists, or they may be replaced. */
static bool may_write_files(const char *folder, const ferz_imported *games, size_t count, bool force, output *out)
{
    bool ok = true;
    text path = {0};
    for (size_t i = 0; i < count && ok; i++) {
        put_target(&path, folder, &games[i], "yaml");
        ok = file_may_write(text_string(&path), force, out);
        put_target(&path, folder, &games[i], "lua");
        ok = ok && (!games[i].script || file_may_write(text_string(&path), force, out));
    }
    text_finish(&path);
    return ok;
}

static bool write_one(const char *folder, const ferz_imported *game, bool script, bool force, text *t, output *out)
{
    text path = {0};
    put_target(&path, folder, game, script ? "lua" : "yaml");
    const char *content = script ? game->script : game->yaml;
    bool ok = !path.failed && file_write_string(text_string(&path), content, file_mode_of(force), out);
    if (path.failed) {
        output_out_of_memory(out);
    }
    if (ok) {
        text_print(t, "written ");
        text_add_safe(t, text_string(&path), path.length);
        text_char(t, '\n');
    }
    text_finish(&path);
    return ok;
}

/* Writes the files of each game into the folder and prints their names. */
static bool write_files(const char *folder, const ferz_imported *games, size_t count, bool force, text *t, output *out)
{
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        ok = write_one(folder, &games[i], false, force, t, out) &&
             (!games[i].script || write_one(folder, &games[i], true, force, t, out));
    }
    return ok;
}

/* The closing line: `31 imported, 4 of them changed, 2 refused`. */
static void put_counts(text *t, const ferz_imported *games, size_t count, size_t refused)
{
    size_t changed = 0;
    for (size_t i = 0; i < count; i++) {
        changed += games[i].changed;
    }
    text_print(t, "%zu imported, %zu of them changed, %zu refused\n", count, changed, refused);
}

int command_import(const options *o, output *out)
{
    ferz_messages *messages = session_messages(o, out);
    text content = {0}, t = {0};
    const char *path = o->arguments[0], *folder = o->value[OPTION_OUTPUT_DIR];
    if (!messages) {
        output_out_of_memory(out);
    }
    if (!messages || !read_file(path, &content, out)) {
        ferz_messages_free(messages);
        text_finish(&content);
        return STATUS_SYSTEM_ERROR;
    }
    ferz_imported *games = NULL;
    size_t count = 0, refused = 0;
    ferz_result result = ferz_import(path, text_string(&content), content.length, o->variant_count ? o->variants : NULL,
                                     &games, &count, &refused, messages);
    int status = (int)result;
    bool json = o->value[OPTION_JSON];
    if (json) {
        put_json(&t, games, count, refused, messages);
    } else {
        output_messages(out, messages);
    }
    bool force = o->value[OPTION_FORCE] != NULL, written = false;
    if (folder && (!file_make_folder(folder, out) || !may_write_files(folder, games, count, force, out))) {
        status = STATUS_REJECTED;
    } else if (folder) {
        written = write_files(folder, games, count, force, json ? &content : &t, out);
        status = written ? status : STATUS_SYSTEM_ERROR;
    } else if (!json && count == 1 && games[0].script) {
        status = options_error(o->command, out, "--output DIR writes both", "%s needs the script %s.lua beside it",
                               games[0].name, games[0].name);
    } else if (!folder && !json && count == 1) {
        text_put(&t, games[0].yaml);
    } else if (!folder && !json && count > 1) {
        status = options_error(o->command, out, "--output DIR writes them all, --variant NAME chooses one",
                               "%s gives %zu games", path, count);
    }
    if (written && !json) {
        put_counts(&t, games, count, refused);
    }
    output_text(out, &t);
    ferz_imported_free(games, count);
    ferz_messages_free(messages);
    text_finish(&content);
    text_finish(&t);
    return status;
}

int command_export(const options *o, output *out)
{
    session s;
    const char *path = o->value[OPTION_OUTPUT];
    bool force = o->value[OPTION_FORCE] != NULL;
    if (path && !file_may_write(path, force, out)) {
        return STATUS_REJECTED;
    }
    ferz_result result = session_load(&s, o, out);
    char *ini = NULL;
    if (result == FERZ_OK) {
        ferz_messages_clear(s.messages); /* warnings about the rules are for `check` */
        result = ferz_export(s.variant, &ini, s.messages);
    }
    if (result == FERZ_OK && ferz_messages_count(s.messages)) { /* what is different there */
        output_messages(out, s.messages);
    }
    if (result == FERZ_OK && path) {
        if (!file_write_string(path, ini, file_mode_of(force), out)) {
            result = FERZ_SYSTEM_ERROR;
            s.reported = true;
        }
    } else if (result == FERZ_OK) {
        text t = {0};
        text_put(&t, ini);
        output_text(out, &t);
        text_finish(&t);
    }
    ferz_free(ini);
    return session_close(&s, out, result);
}
