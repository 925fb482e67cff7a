#include "cli/saved_game.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "cli/file.h"
#include "base/move_tokens.h"

enum { SAVE_BYTES_MAX = 1 << 20 };
static const char first_line[] = "ferz game 1";

typedef enum key { KEY_GAME, KEY_SET, KEY_START, KEY_MOVES, KEY_COUNT } key;

/* In the order of the file. */
static const struct {
    const char *name;
    bool needed, repeated;
    bool may_be_empty;
} keys[KEY_COUNT] = {
    [KEY_GAME] = {"game", true, false, false},
    [KEY_SET] = {"set", false, true, false},
    [KEY_START] = {"start", true, false, false},
    [KEY_MOVES] = {"moves", true, false, true},
};

void saved_game_finish(saved_game *v)
{
    free(v->bytes);
    free(v->settings);
    text_finish(&v->moves);
    *v = (saved_game){0};
}

/* ---- reading ---- */

static bool file_failed(output *out, const char *path, int error)
{
    output_error(out, "%s: %s", path, strerror(error));
    return false;
}

static bool read_file(const char *path, text *content, output *out)
{
    int error = read_file_bytes(path, READ_FILE_FOLLOW_LINKS, SAVE_BYTES_MAX, content);
    if (error == ENODEV || error == EISDIR) {
        output_error(out, "%s: not a regular file", path);
    } else if (error == EFBIG) {
        output_error(out, "%s: too large for a saved game", path);
    } else if (error) {
        return file_failed(out, path, error);
    }
    return error == 0;
}

/* Whether it is valid UTF-8 without control bytes. */
static bool is_clean(const char *line, size_t length)
{
    for (size_t i = 0; i < length;) {
        size_t n = utf8_length(line + i, length - i);
        if (n == 0 || (n == 1 && ((unsigned char)line[i] < 0x20 || line[i] == 0x7f))) {
            return false;
        }
        i += n;
    }
    return true;
}

static key find_key(const char *line)
{
    for (size_t k = 0; k < KEY_COUNT; k++) {
        size_t length = strlen(keys[k].name);
        if (strncmp(line, keys[k].name, length) == 0 && line[length] == ':') {
            return (key)k;
        }
    }
    return KEY_COUNT;
}

/* Parses one line. Returns what is wrong with it, or NULL. `*latest`: the last key of the order that was read. */
static const char *parse_line(saved_game *v, char *line, key *latest, bool seen[KEY_COUNT])
{
    key k = find_key(line);
    if (k == KEY_COUNT) {
        return "expected game:, set:, start: or moves:";
    }
    if (k < *latest) {
        return "this line must come earlier";
    }
    if (seen[k] && !keys[k].repeated) {
        return "this line is given twice";
    }
    char *value = line + strlen(keys[k].name) + 1;
    if (*value == ' ') {
        value++;
    } else if (*value) {
        return "a blank is missing after the colon";
    }
    if (*value == '\0' && !keys[k].may_be_empty) {
        return "a value is missing after the colon";
    }
    *latest = k;
    seen[k] = true;
    switch (k) {
    case KEY_GAME:
        v->variant = value;
        break;
    case KEY_SET: {
        char *equals = strchr(value, '=');
        if (equals == value) {
            return "the name of a setting is missing";
        }
        if (equals) {
            *equals = '\0';
        }
        v->settings[v->setting_count++] = (ferz_setting){.name = value, .value = equals ? equals + 1 : NULL};
        break;
    }
    case KEY_START:
        v->start = value;
        break;
    case KEY_MOVES:
        v->move_count = move_tokens_add(&v->moves, value);
        break;
    case KEY_COUNT:
        break;
    }
    return NULL;
}

static bool parse(saved_game *v, size_t length, const char *path, output *out)
{
    bool seen[KEY_COUNT] = {false};
    key latest = KEY_GAME;
    size_t number = 1;
    const char *wrong = NULL;
    char *line = v->bytes;
    char *end = v->bytes + length;
    if (length >= 3 && memcmp(line, "\xEF\xBB\xBF", 3) == 0) {
        line += 3; /* a byte order mark, as some editors write it */
    }
    for (; line < end && !wrong; number++) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        stop = stop ? stop : end;
        size_t size = (size_t)(stop - line);
        *stop = '\0'; /* at `end` there is a NUL already */
        if (size && line[size - 1] == '\r') {
            line[--size] = '\0';
        }
        if (!is_clean(line, size)) {
            wrong = "invalid UTF-8 or a control byte";
        } else if (number == 1) {
            wrong = strcmp(line, first_line) == 0 ? NULL : "not a saved game: the first line must be `ferz game 1`";
        } else {
            wrong = parse_line(v, line, &latest, seen);
        }
        if (wrong) {
            break;
        }
        line = stop < end ? stop + 1 : end;
    }
    static char missing[] = "a line is missing: game:, start: and moves: must be there";
    for (size_t k = 0; k < KEY_COUNT && !wrong; k++) {
        wrong = keys[k].needed && !seen[k] ? missing : NULL;
    }
    if (wrong) {
        output_error(out, "%s:%zu: %s", path, number, wrong);
    }
    return !wrong;
}

bool saved_game_read(saved_game *v, const char *path, output *out)
{
    *v = (saved_game){0};
    text content = {0};
    if (!read_file(path, &content, out)) {
        text_finish(&content);
        return false;
    }
    text_char(&content, '\0'); /* so that the buffer is never NULL */
    size_t lines = 2;
    for (size_t i = 0; i < content.length; i++) {
        lines += content.bytes[i] == '\n';
    }
    v->bytes = content.bytes; /* owned by `g` from now on */
    v->settings = calloc(lines, sizeof *v->settings);
    if (content.failed || !v->settings) {
        saved_game_finish(v);
        return file_failed(out, path, ENOMEM);
    }
    bool ok = parse(v, content.length - 1, path, out);
    if (v->moves.failed) {
        ok = file_failed(out, path, ENOMEM);
    }
    if (!ok) {
        saved_game_finish(v);
    }
    return ok;
}

/* ---- writing ---- */

void saved_game_put(text *content, const char *variant, const ferz_setting *settings, size_t setting_count,
                    const char *start, const ferz_game *game)
{
    text_print(content, "%s\n%s: %s\n", first_line, keys[KEY_GAME].name, variant);
    for (size_t i = 0; i < setting_count; i++) {
        const ferz_setting *s = &settings[i];
        text_print(content, "%s: %s%s%s\n", keys[KEY_SET].name, s->name, s->value ? "=" : "", s->value ? s->value : "");
    }
    text_print(content, "%s: %s\n%s:", keys[KEY_START].name, start, keys[KEY_MOVES].name);
    for (size_t i = 0; i < ferz_game_ply_count(game); i++) {
        text_print(content, " %s", ferz_game_ply(game, i));
    }
    text_char(content, '\n');
}

bool saved_game_write(const char *path, const text *content, file_mode mode, output *out)
{
    return file_write(path, content, mode, out);
}
