#include "front/match/side.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MS_MAX = 86400000 }; /* a day keeps slips out */

/* ---- words, with quotes ---- */

/* The next word of `*at` into `word`, quotes taken off: "..." and '...' hold blanks. False at the end. */
static bool next_word(const char **at, text *word)
{
    const char *p = *at + strspn(*at, " \t\n");
    char quote = '\0';
    text_clear(word);
    if (*p == '\0') {
        return false;
    }
    for (; *p && (quote || !strchr(" \t\n", *p)); p++) {
        if (quote ? *p == quote : *p == '"' || *p == '\'') {
            quote = quote ? '\0' : *p;
        } else if (*p == '\\' && p[1] && quote != '\'') {
            text_char(word, *++p);
        } else {
            text_char(word, *p);
        }
    }
    *at = p;
    return true;
}

static char *copy_of(const char *string)
{
    text t = {0};
    text_put(&t, string);
    return text_given(&t);
}

/* A command's words; NULL when out of memory. */
static char **split(const char *command)
{
    char **words = calloc(strlen(command) / 2 + 2, sizeof *words);
    text word = {0};
    size_t count = 0;
    bool fine = words != NULL;
    for (; fine && next_word(&command, &word); count += fine) {
        words[count] = word.failed ? NULL : copy_of(text_string(&word));
        fine = words[count] != NULL;
    }
    text_finish(&word);
    while (!fine && count) {
        free(words[--count]);
    }
    if (!fine) {
        free(words);
        return NULL;
    }
    return words;
}

/* ---- settings ---- */

static bool read_number(const char *value, long low, long high, long *number, const char *name, text *why)
{
    if (text_to_long(value, low, high, number)) {
        return true;
    }
    text_print(why, "%s= takes a number from %ld%s, not \"%s\"", name, low, high < LONG_MAX ? "" : " on", value);
    return false;
}

static bool set_string(char **place, const char *value, text *why)
{
    free(*place);
    *place = copy_of(value);
    if (!*place) {
        why->failed = true;
    }
    return *place != NULL;
}

static bool set_name(side *s, const char *value, text *why)
{
    s->named = true;
    if (*value == '\0') {
        text_put(why, "name= is empty");
        return false;
    }
    return set_string(&s->name, value, why);
}

static bool set_command(side *s, const char *value, text *why)
{
    free(s->command);
    s->command = split(value);
    if (!s->command) {
        why->failed = true;
        return false;
    }
    if (!s->command[0]) {
        text_put(why, "cmd= is empty");
        return false;
    }
    s->kind = s->kind == SIDE_OWN || s->kind == SIDE_RANDOM ? SIDE_UCI : s->kind;
    return true;
}

static bool read_int(const char *value, long low, long high, int *out, const char *name, text *why)
{
    long n = 0;
    bool good = read_number(value, low, high, &n, name, why);
    *out = (int)n;
    return good;
}

static bool set_protocol(side *s, const char *value, text *why)
{
    static const struct {
        const char *name;
        side_kind kind;
    } rows[] = {{"uci", SIDE_UCI}, {"xboard", SIDE_XBOARD}, {"usi", SIDE_USI}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, value) == 0) {
            s->kind = rows[i].kind;
            return true;
        }
    }
    text_print(why, "proto= takes uci, xboard or usi, not \"%s\"", value);
    return false;
}

static bool set_variant(side *s, const char *value, text *why)
{
    return set_string(&s->variant, value, why);
}

static bool set_log(side *s, const char *value, text *why)
{
    return set_string(&s->log, value, why);
}

static bool set_depth(side *s, const char *value, text *why)
{
    return read_int(value, 1, 1000, &s->limits.depth, "depth", why);
}

static bool set_nodes(side *s, const char *value, text *why)
{
    long n = 0;
    bool good = read_number(value, 1, LONG_MAX, &n, "nodes", why);
    s->limits.nodes = (uint64_t)n;
    return good;
}

static bool set_movetime(side *s, const char *value, text *why)
{
    return read_int(value, 1, MS_MAX, &s->limits.movetime, "movetime", why);
}

static bool set_told(side *s, const char *value, text *why)
{
    return read_int(value, 1, MS_MAX, &s->told, "told", why);
}

static bool set_threads(side *s, const char *value, text *why)
{
    return read_int(value, 1, 256, &s->threads, "threads", why);
}

static bool set_hash(side *s, const char *value, text *why)
{
    return read_int(value, 1, 1 << 20, &s->hash, "hash", why);
}

static bool set_seed(side *s, const char *value, text *why)
{
    long n = 0;
    bool good = read_number(value, 0, LONG_MAX, &n, "seed", why);
    s->seed = (uint64_t)n;
    return good;
}

/* Milliseconds from seconds with a fraction; `*end` is behind them. */
static bool read_seconds(const char *words, int *milliseconds, const char **end)
{
    char *stop;
    if (!isdigit((unsigned char)*words) && *words != '.') {
        return false;
    }
    double seconds = strtod(words, &stop);
    *end = stop;
    if (!(seconds >= 0 && seconds * 1000 <= MS_MAX)) {
        return false;
    }
    *milliseconds = (int)(seconds * 1000 + 0.5);
    return true;
}

bool side_read_clock(const char *words, int *clock, int *increment)
{
    *increment = 0;
    const char *at;
    if (!read_seconds(words, clock, &at) || *clock == 0) {
        return false;
    }
    return *at == '\0' || (*at == '+' && read_seconds(at + 1, increment, &at) && *at == '\0');
}

static bool set_clock(side *s, const char *value, text *why)
{
    if (!side_read_clock(value, &s->limits.clock, &s->limits.increment)) {
        text_print(why, "tc= takes SECONDS or SECONDS+INCREMENT, such as 10+0.1, not \"%s\"", value);
        return false;
    }
    return true;
}

static bool set_method(side *s, const char *value, text *why)
{
    if (strcmp(value, "depth") != 0 && strcmp(value, "mcts") != 0) {
        text_print(why, "method= takes depth or mcts, not \"%s\"", value);
        return false;
    }
    s->method = *value == 'd' ? FERZ_METHOD_DEPTH : FERZ_METHOD_MCTS;
    return true;
}

static bool set_positions(side *s, const char *value, text *why)
{
    if (strcmp(value, "fen") != 0 && strcmp(value, "moves") != 0) {
        text_print(why, "positions= takes fen or moves, not \"%s\"", value);
        return false;
    }
    s->from_start = *value == 'm';
    return true;
}

static bool add_option(side *s, const char *name, const char *value, text *why)
{
    side_option *options = realloc(s->options, (s->option_count + 1) * sizeof *options);
    if (!options) {
        why->failed = true;
        return false;
    }
    s->options = options;
    side_option *added = &s->options[s->option_count++];
    *added = (side_option){copy_of(name), copy_of(value)};
    why->failed |= !added->name || !added->value;
    return !why->failed;
}

static const struct {
    const char *name;
    bool (*set)(side *s, const char *value, text *why);
} settings[] = {
    {"name", set_name},       {"cmd", set_command}, {"proto", set_protocol},      {"variant", set_variant},
    {"depth", set_depth},     {"nodes", set_nodes}, {"movetime", set_movetime},   {"tc", set_clock},
    {"threads", set_threads}, {"hash", set_hash},   {"seed", set_seed},           {"method", set_method},
    {"log", set_log},         {"told", set_told},   {"positions", set_positions},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static const char *setting_name(const void *state, size_t index)
{
    (void)state;
    return index < SETTINGS ? settings[index].name : NULL;
}

static bool set_one(side *s, char *word, text *why)
{
    static const char prefix[] = "option.";
    char *value = strchr(word, '=');
    if (value && strncmp(word, prefix, strlen(prefix)) == 0) {
        *value = '\0';
        return add_option(s, word + strlen(prefix), value + 1, why);
    }
    if (!value) {
        s->kind = strcmp(word, "random") == 0 ? SIDE_RANDOM : s->kind;
        if (strcmp(word, "random") == 0 || strcmp(word, "ferz") == 0) {
            return true;
        }
        text_print(why, "\"%s\" is neither `ferz`, `random` nor a setting such as nodes=1000", word);
        return false;
    }
    *value++ = '\0';
    for (size_t i = 0; i < SETTINGS; i++) {
        if (strcmp(settings[i].name, word) == 0) {
            return settings[i].set(s, value, why);
        }
    }
    const char *near = text_nearest(word, setting_name, NULL);
    text_print(why, "unknown setting \"%s=\"", word);
    if (near) {
        text_print(why, ", did you mean %s=?", near);
    }
    return false;
}

/* ---- the whole ---- */

bool side_is_limited(const side_limits *l)
{
    return l->depth || l->nodes || l->movetime || l->clock;
}

void side_put_limits(text *t, const side_limits *l)
{
    const char *before = "";
    if (l->clock) {
        text_print(t, "%g+%g s", l->clock / 1e3, l->increment / 1e3);
        before = ", ";
    }
    if (l->movetime) {
        text_print(t, "%s%d ms a move", before, l->movetime);
        before = ", ";
    }
    if (l->nodes) {
        text_print(t, "%s%llu nodes", before, (unsigned long long)l->nodes);
        before = ", ";
    }
    if (l->depth) {
        text_print(t, "%sdepth %d", before, l->depth);
    }
}

/* A name for who was given none: the program's, or ours. */
static bool name_it(side *s, text *why)
{
    if (s->name) {
        return true;
    }
    const char *from = s->kind == SIDE_RANDOM ? "random" : "ferz";
    if (s->command) {
        const char *slash = strrchr(s->command[0], '/');
        from = slash ? slash + 1 : s->command[0];
    }
    return set_string(&s->name, from, why);
}

bool side_read(side *s, const char *words, const side_limits *usual, text *why)
{
    *s = (side){.kind = SIDE_OWN};
    text word = {0};
    bool good = true;
    while (good && next_word(&words, &word)) {
        if (word.length == 0) {
            continue;
        }
        good = !word.failed && set_one(s, word.bytes, why);
        why->failed |= word.failed;
    }
    text_finish(&word);
    if (good && (s->kind == SIDE_UCI || s->kind == SIDE_XBOARD || s->kind == SIDE_USI) && !s->command) {
        text_put(why, "cmd= is missing: which program speaks the protocol?");
        good = false;
    }
    if (!side_is_limited(&s->limits)) {
        s->limits = *usual;
    }
    if (good && s->kind != SIDE_RANDOM && !side_is_limited(&s->limits)) {
        text_put(why, "it has no limit: say movetime=, nodes=, depth= or tc=, or --movetime and the like for all");
        good = false;
    }
    return good && name_it(s, why);
}

void side_finish(side *s)
{
    for (size_t i = 0; s->command && s->command[i]; i++) {
        free(s->command[i]);
    }
    for (size_t i = 0; i < s->option_count; i++) {
        free(s->options[i].name);
        free(s->options[i].value);
    }
    free(s->command);
    free(s->options);
    free(s->name);
    free(s->variant);
    free(s->log);
    *s = (side){0};
}
