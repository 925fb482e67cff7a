#include "match/player_spec.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

enum { MS_MAX = 86400000 }; /* a day; catches typing errors */

/* ---- tokens with quotes ---- */

/* Reads the next token of `*at` without quotes; "..." and '...' may contain blanks. False at the end. */
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
    return text_detach(&t);
}

/* Splits a command into arguments; NULL: out of memory. */
static char **split_command(const char *command)
{
    char **argv = calloc(strlen(command) / 2 + 2, sizeof *argv);
    text word = {0};
    size_t count = 0;
    bool ok = argv != NULL;
    for (; ok && next_word(&command, &word); count += ok) {
        argv[count] = word.failed ? NULL : copy_of(text_string(&word));
        ok = argv[count] != NULL;
    }
    text_finish(&word);
    while (!ok && count) {
        free(argv[--count]);
    }
    if (!ok) {
        free(argv);
        return NULL;
    }
    return argv;
}

/* ---- settings ---- */

static bool read_number(const char *value, long low, long high, long *number, const char *name, text *why)
{
    if (text_to_long(value, low, high, number)) {
        return true;
    }
    text_print(why, "%s= takes a number from %ld ", name, low);
    if (high < LONG_MAX) {
        text_print(why, "to %ld, not \"%s\"", high, value);
    } else {
        text_print(why, "on, not \"%s\"", value);
    }
    return false;
}

static bool set_string(char **slot, const char *value, text *why)
{
    free(*slot);
    *slot = copy_of(value);
    if (!*slot) {
        why->failed = true;
    }
    return *slot != NULL;
}

static bool set_name(player_spec *s, const char *value, text *why)
{
    s->named = true;
    if (*value == '\0') {
        text_put(why, "name= is empty");
        return false;
    }
    return set_string(&s->name, value, why);
}

static bool set_command(player_spec *s, const char *value, text *why)
{
    free(s->command);
    s->command = split_command(value);
    if (!s->command) {
        why->failed = true;
        return false;
    }
    if (!s->command[0]) {
        text_put(why, "cmd= is empty");
        return false;
    }
    s->kind = s->kind == PLAYER_FERZ || s->kind == PLAYER_RANDOM ? PLAYER_UCI : s->kind;
    return true;
}

static bool read_int(const char *value, long low, long high, int *out, const char *name, text *why)
{
    long n = 0;
    bool ok = read_number(value, low, high, &n, name, why);
    *out = (int)n;
    return ok;
}

static bool set_protocol(player_spec *s, const char *value, text *why)
{
    static const struct {
        const char *name;
        player_kind kind;
    } rows[] = {{"uci", PLAYER_UCI}, {"xboard", PLAYER_XBOARD}, {"usi", PLAYER_USI}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].name, value) == 0) {
            s->kind = rows[i].kind;
            return true;
        }
    }
    text_print(why, "proto= takes uci, xboard or usi, not \"%s\"", value);
    return false;
}

static bool set_variant(player_spec *s, const char *value, text *why)
{
    return set_string(&s->variant, value, why);
}

static bool set_log(player_spec *s, const char *value, text *why)
{
    return set_string(&s->log, value, why);
}

static bool set_depth(player_spec *s, const char *value, text *why)
{
    return read_int(value, 1, 1000, &s->limits.depth, "depth", why);
}

static bool set_nodes(player_spec *s, const char *value, text *why)
{
    long n = 0;
    bool ok = read_number(value, 1, LONG_MAX, &n, "nodes", why);
    s->limits.nodes = (uint64_t)n;
    s->own_nodes = true;
    return ok;
}

static bool set_oversight(player_spec *s, const char *value, text *why)
{
    s->own_oversight = true;
    return read_int(value, 0, 1000, &s->limits.oversight, "oversight", why);
}

void player_spec_settle(player_spec *s, const ferz_variant *variant)
{
    ferz_limits limits = {.struct_size = sizeof limits};
    if (s->level && ferz_variant_limits_of_level(variant, s->level, &limits)) {
        s->limits.nodes = s->own_nodes ? s->limits.nodes : limits.nodes;
        s->limits.movetime = s->own_movetime ? s->limits.movetime : limits.movetime;
        s->limits.oversight = s->own_oversight ? s->limits.oversight : limits.oversight;
    }
}

static bool set_level(player_spec *s, const char *value, text *why)
{
    int level = 0;
    if (!read_int(value, 1, FERZ_LEVELS, &level, "level", why)) {
        return false;
    }
    s->level = level;
    s->own_nodes = s->own_oversight = s->own_movetime = false;
    player_spec_settle(s, NULL);
    return true;
}

static bool set_movetime(player_spec *s, const char *value, text *why)
{
    s->own_movetime = true;
    return read_int(value, 1, MS_MAX, &s->limits.movetime, "movetime", why);
}

static bool set_reported_movetime(player_spec *s, const char *value, text *why)
{
    return read_int(value, 1, MS_MAX, &s->reported_movetime, "reported_movetime", why);
}

static bool set_threads(player_spec *s, const char *value, text *why)
{
    return read_int(value, 1, 256, &s->threads, "threads", why);
}

static bool set_hash(player_spec *s, const char *value, text *why)
{
    return read_int(value, 1, 1 << 20, &s->hash, "hash", why);
}

static bool set_seed(player_spec *s, const char *value, text *why)
{
    long n = 0;
    bool ok = read_number(value, 0, LONG_MAX, &n, "seed", why);
    s->seed = (uint64_t)n;
    return ok;
}

/* Parses seconds with a fraction as milliseconds; `*end` is the rest. */
static bool read_seconds(const char *string, int *milliseconds, const char **end)
{
    double seconds;
    *end = string;
    if (number_take_decimal(end, 0, MS_MAX / 1000.0, &seconds) != NUMBER_READ) {
        return false;
    }
    *milliseconds = (int)(seconds * 1000 + 0.5);
    return true;
}

bool player_limits_parse_tc(const char *string, int *clock, int *increment)
{
    *increment = 0;
    const char *at;
    if (!read_seconds(string, clock, &at) || *clock == 0) {
        return false;
    }
    return *at == '\0' || (*at == '+' && read_seconds(at + 1, increment, &at) && *at == '\0');
}

static bool set_tc(player_spec *s, const char *value, text *why)
{
    if (!player_limits_parse_tc(value, &s->limits.clock, &s->limits.increment)) {
        text_print(why, "tc= takes SECONDS or SECONDS+INCREMENT, such as 10+0.1, not \"%s\"", value);
        return false;
    }
    return true;
}

static bool set_search(player_spec *s, const char *value, text *why)
{
    if (strcmp(value, "alphabeta") != 0 && strcmp(value, "mcts") != 0) {
        text_print(why, "search= takes alphabeta or mcts, not \"%s\"", value);
        return false;
    }
    s->method = *value == 'a' ? FERZ_METHOD_ALPHABETA : FERZ_METHOD_MCTS;
    return true;
}

static bool set_positions(player_spec *s, const char *value, text *why)
{
    if (strcmp(value, "fen") != 0 && strcmp(value, "moves") != 0) {
        text_print(why, "positions= takes fen or moves, not \"%s\"", value);
        return false;
    }
    s->moves_only = *value == 'm';
    return true;
}

static bool add_option(player_spec *s, const char *name, const char *value, text *why)
{
    player_option *options = realloc(s->options, (s->option_count + 1) * sizeof *options);
    if (!options) {
        why->failed = true;
        return false;
    }
    s->options = options;
    player_option *added = &s->options[s->option_count++];
    *added = (player_option){copy_of(name), copy_of(value)};
    why->failed |= !added->name || !added->value;
    return !why->failed;
}

static const struct {
    const char *name;
    bool (*set)(player_spec *s, const char *value, text *why);
} settings[] = {
    {"name", set_name},
    {"cmd", set_command},
    {"proto", set_protocol},
    {"variant", set_variant},
    {"depth", set_depth},
    {"nodes", set_nodes},
    {"level", set_level},
    {"oversight", set_oversight},
    {"movetime", set_movetime},
    {"tc", set_tc},
    {"threads", set_threads},
    {"hash", set_hash},
    {"seed", set_seed},
    {"search", set_search},
    {"log", set_log},
    {"reported_movetime", set_reported_movetime},
    {"positions", set_positions},
};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

static const char *setting_name(const void *state, size_t index)
{
    (void)state;
    return index < SETTINGS ? settings[index].name : NULL;
}

static bool parse_setting(player_spec *s, char *word, text *why)
{
    static const char prefix[] = "option.";
    char *value = strchr(word, '=');
    if (value && strncmp(word, prefix, strlen(prefix)) == 0) {
        *value = '\0';
        return add_option(s, word + strlen(prefix), value + 1, why);
    }
    if (!value) {
        s->kind = strcmp(word, "random") == 0 ? PLAYER_RANDOM : s->kind;
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

/* ---- the whole description ---- */

bool player_limits_any(const player_limits *l)
{
    return l->depth || l->nodes || l->movetime || l->clock;
}

void player_limits_put(text *t, const player_limits *l)
{
    const char *separator = "";
    if (l->clock) {
        text_print(t, "%g+%g s", l->clock / 1e3, l->increment / 1e3);
        separator = ", ";
    }
    if (l->movetime) {
        text_print(t, "%s%d ms a move", separator, l->movetime);
        separator = ", ";
    }
    if (l->nodes) {
        text_print(t, "%s%llu nodes", separator, (unsigned long long)l->nodes);
        separator = ", ";
    }
    if (l->depth) {
        text_print(t, "%sdepth %d", separator, l->depth);
    }
}

/* Sets a default name: the program's, or ours. */
static bool set_default_name(player_spec *s, text *why)
{
    if (s->name) {
        return true;
    }
    const char *from = s->kind == PLAYER_RANDOM ? "random" : "ferz";
    if (s->command) {
        const char *slash = strrchr(s->command[0], '/');
        from = slash ? slash + 1 : s->command[0];
    }
    return set_string(&s->name, from, why);
}

bool player_spec_parse(player_spec *s, const char *spec, const player_limits *defaults, text *why)
{
    *s = (player_spec){.kind = PLAYER_FERZ, .written = spec};
    text word = {0};
    bool ok = true;
    while (ok && next_word(&spec, &word)) {
        if (word.length == 0) {
            continue;
        }
        ok = !word.failed && parse_setting(s, word.bytes, why);
        why->failed |= word.failed;
    }
    text_finish(&word);
    if (ok && (s->kind == PLAYER_UCI || s->kind == PLAYER_XBOARD || s->kind == PLAYER_USI) && !s->command) {
        text_put(why, "cmd= is missing: the program with this protocol");
        ok = false;
    }
    if (!player_limits_any(&s->limits)) {
        s->limits = *defaults;
    }
    if (ok && s->kind != PLAYER_RANDOM && !player_limits_any(&s->limits)) {
        text_put(why, "a limit is missing: movetime=, nodes=, depth= or tc=, or for all --movetime and the like");
        ok = false;
    }
    return ok && set_default_name(s, why);
}

void player_spec_finish(player_spec *s)
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
    *s = (player_spec){0};
}
