/* Makes an example of a game in progress and adds it to NAME.test.yaml: `ferz test --record`. */
#define _XOPEN_SOURCE 700 /* realpath */

#include "ferz_tools.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_write.h"
#include "base/sha256.h"
#include "examples/examples.h"
#include "api/ferz_internal.h"

enum {
    MOVES_NAMED = 12,   /* at most this many legal moves are listed by name */
    LEAVES_MAX = 20000, /* leaves that each run of the examples may count for it */
    DEPTH_MAX = 4,
};

/* ---- making an example ---- */

/* Writes a YAML scalar: without quotes where that means the same. */
static void put_scalar(text *out, const char *string)
{
    static const char *const reserved[] = {"true", "false", "null", "yes", "no", "on", "off", "none"};
    bool unquoted =
        isalpha((unsigned char)*string) || (isdigit((unsigned char)*string) && strpbrk(string, "/ abcdefgh"));
    for (const char *s = string; unquoted && *s; s++) {
        unquoted = isalnum((unsigned char)*s) || (*s == ' ' && s[1] && s[1] != ' ') || strchr("/+-_@~()'=.", *s);
    }
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        unquoted = unquoted && strcmp(string, reserved[i]) != 0;
    }
    if (unquoted) {
        text_put(out, string);
        return;
    }
    text safe = {0};
    text_char(out, '"');
    text_add_safe(&safe, string, strlen(string));
    for (const char *s = text_string(&safe); *s; s++) {
        if (*s == '"' || *s == '\\') {
            text_char(out, '\\');
        }
        text_char(out, *s);
    }
    text_char(out, '"');
    out->failed |= safe.failed;
    text_finish(&safe);
}

static void put_line(text *out, const char *key, const char *string)
{
    text_print(out, "    %s: ", key);
    put_scalar(out, string);
    text_char(out, '\n');
}

static void put_settings(text *out, const ferz_variant *v)
{
    size_t chosen = 0;
    for (size_t i = 0; i < ferz_variant_facts(v)->option_count; i++) {
        ferz_option option = ferz_variant_option(v, i);
        if (option.set) {
            text_put(out, chosen++ ? ", " : "    set: {");
            put_scalar(out, option.name);
            text_put(out, ": ");
            put_scalar(out, option.chosen);
        }
    }
    text_put(out, chosen ? "}\n" : "");
}

static void put_result(text *out, const ferz_variant *v, const ferz_status *status)
{
    text string = {0};
    if (status->outcome == FERZ_ONGOING) {
        text_put(&string, "ongoing");
    } else if (status->outcome == FERZ_DRAW) {
        text_put(&string, "draw");
    } else {
        examples_winners(v, status->winner, &string);
        examples_share(status, &string);
    }
    if (status->outcome != FERZ_ONGOING && status->reason[0]) {
        text_print(&string, ": %s", status->reason);
    }
    put_line(out, "status", text_string(&string));
    out->failed |= string.failed;
    text_finish(&string);
}

/* Lists few legal moves by name; counts many. */
static ferz_result put_moves(text *out, ferz_game *game, ferz_messages *messages)
{
    size_t count = 0;
    char *block = ferz_game_legal_moves(game, &count, messages);
    if (!block) {
        return FERZ_SYSTEM_ERROR;
    }
    if (count == 0 || count > MOVES_NAMED) {
        text_print(out, "    count: %zu\n", count);
    } else {
        text line = {0};
        const char *next = block;
        for (size_t i = 0; i < count; i++, next += strlen(next) + 1) {
            text_print(&line, "%s%s", i ? " " : "", next);
        }
        put_line(out, "only", text_string(&line));
        out->failed |= line.failed;
        text_finish(&line);
    }
    ferz_free(block);
    return FERZ_OK;
}

static ferz_result put_perft(text *out, ferz_game *game, ferz_messages *messages)
{
    text line = {0};
    uint64_t leaves = 1, before = 1;
    ferz_result result = FERZ_OK;
    int depth = 1;
    for (; depth <= DEPTH_MAX && result == FERZ_OK && leaves * (leaves / before + 1) <= LEAVES_MAX; depth++) {
        before = leaves;
        result = ferz_game_perft(game, depth, NULL, NULL, &leaves, messages);
        text_print(&line, "%s%llu", depth > 1 ? ", " : "", (unsigned long long)leaves);
        if (leaves == 0) {
            break;
        }
    }
    if (result == FERZ_OK && depth > 2) {
        text_print(out, "    counts: [%s]\n", text_string(&line));
    }
    out->failed |= line.failed;
    text_finish(&line);
    return result;
}

static void put_path(text *out, const ferz_game *game)
{
    text line = {0};
    for (size_t i = 0; i < ferz_game_ply_count(game); i++) {
        text_print(&line, "%s%s", i ? " " : "", ferz_game_ply(game, i));
    }
    if (line.length) {
        put_line(out, "moves", text_string(&line));
        char *now = ferz_game_fen(game);
        put_line(out, "gives", now ? now : "");
        out->failed |= !now;
        ferz_free(now);
    }
    out->failed |= line.failed;
    text_finish(&line);
}

char *ferz_test_example(ferz_game *game, const char *fen, const char *title, ferz_messages *messages)
{
    if (MISSING(game)) {
        return NULL;
    }
    text out = {0};
    ferz_status status;
    ferz_result result = ferz_game_status(game, &status, messages);
    size_t plies = ferz_game_ply_count(game);
    text_put(&out, "  - title: ");
    if (title && *title) {
        put_scalar(&out, title);
    } else {
        text_print(&out, "what holds %s%s",
                   plies ? "after "
                   : fen ? "in the position "
                         : "at the start",
                   plies ? ferz_game_ply(game, plies - 1)
                   : fen ? fen
                         : "");
    }
    text_char(&out, '\n');
    put_settings(&out, game->variant);
    if (fen) {
        put_line(&out, "fen", fen);
    }
    put_path(&out, game);
    result = result == FERZ_OK ? put_moves(&out, game, messages) : result;
    if (ferz_game_in_check(game)) {
        text_put(&out, "    check: true\n");
    }
    put_result(&out, game->variant, &status);
    if (result == FERZ_OK && status.outcome == FERZ_ONGOING && !ferz_variant_facts(game->variant)->hides_information) {
        result = put_perft(&out, game, messages);
    }
    if (result != FERZ_OK) {
        text_finish(&out);
        return NULL;
    }
    return text_detach(&out);
}

/* ---- adding it to the file ---- */

typedef struct adder {
    arena arena;
    diag_list *diags;
    const char *path;
    const source *old_file;  /* NULL: there is no file yet */
    const node *list;        /* the examples of the file */
    const node *new_example; /* the example to add */
} adder;

/* The words of a value with single spaces between them; "" for NULL. */
static void put_words(const node *value, text *out)
{
    if (!value) {
        return;
    }
    if (value->kind == NODE_SCALAR) {
        static const char whitespace[] = " \n\t";
        for (const char *s = value->string + strspn(value->string, whitespace); *s; s += strspn(s, whitespace)) {
            size_t length = strcspn(s, whitespace);
            text_add(out, s, length);
            text_char(out, ' ');
            s += length;
        }
        return;
    }
    for (size_t i = 0; i < value->length; i++) {
        if (value->kind == NODE_MAP) {
            text_print(out, "%s=", value->keys[i]);
        }
        put_words(value->items[i], out);
    }
}

/* Whether both have the same position: the same options, FEN and moves. */
static bool same_position(adder *a, const node *other)
{
    const node *new_example = a->new_example;
    static const char *const keys[] = {"set", "fen", "moves"};
    bool same = true;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        text mine = {0}, theirs = {0};
        put_words(node_get(new_example, keys[i]), &mine);
        put_words(node_get(other, keys[i]), &theirs);
        same = same && strcmp(text_string(&mine), text_string(&theirs)) == 0;
        a->arena.failed |= mine.failed || theirs.failed;
        text_finish(&mine);
        text_finish(&theirs);
    }
    return same;
}

static bool refuse(adder *a, location at, const char *string)
{
    diag_error(a->diags, CODE_EXAMPLE_NOT_ADDED, at, "the example was not added to %s: %s", a->path, string);
    return false;
}

/* Parses a text that is one list item. */
static const node *parse_one(adder *a, const char *example)
{
    const char *whole = arena_format(&a->arena, "examples:\n%s", example);
    const source *given = whole ? diag_source(a->diags, "the example", whole, strlen(whole)) : NULL;
    const node *root = given ? document_parse(&a->arena, a->diags, given) : NULL;
    const node *list = root ? examples_list(&a->arena, a->diags, root) : NULL;
    return list && list->length == 1 && list->items[0]->kind == NODE_MAP ? list->items[0] : NULL;
}

static bool read_file(adder *a)
{
    struct stat info;
    if (stat(a->path, &info) != 0 && errno == ENOENT) {
        return true;
    }
    const node *root = document_load(&a->arena, a->diags, a->path);
    if (!root) {
        return false;
    }
    a->old_file = root->location.source;
    a->list = examples_list(&a->arena, a->diags, root);
    return a->list != NULL;
}

static bool is_new(adder *a)
{
    for (size_t i = 0; a->list && i < a->list->length; i++) {
        const node *other = a->list->items[i];
        if (same_position(a, other)) {
            diag_error(a->diags, CODE_DUPLICATE_EXAMPLE, other->location,
                       "an example of the same position is already here");
            diag_hint(a->diags, "edit it, or choose other --moves or another --fen");
            return false;
        }
    }
    return true;
}

/* The beginning of line `line`. */
static const char *line_of(const source *s, uint32_t line)
{
    const char *at = s->bytes;
    while (line > 1 && *at) {
        at += strcspn(at, "\n");
        at += *at == '\n';
        line--;
    }
    return at;
}

/* The example, indented like the others of the file. */
static void put_indented(text *out, const char *example, size_t indent)
{
    for (const char *line = example; *line;) {
        size_t length = strcspn(line, "\n");
        text_print(out, "%*s", (int)indent, "");
        text_add(out, line + 2, length - 2);
        text_char(out, '\n');
        line += length + (line[length] == '\n');
    }
}

static bool compose(adder *a, const char *example, text *out)
{
    if (!a->old_file) {
        text_put(out, "examples:\n");
        text_put(out, example);
        return true;
    }
    size_t indent = 2, kept = a->old_file->size;
    if (a->list->length) {
        const char *line = line_of(a->old_file, a->list->items[0]->location.line);
        indent = strspn(line, " ");
        if (line[indent] != '-') {
            return refuse(a, a->list->location, "its list does not have a dash before each example");
        }
    } else {
        const char *list = strstr(line_of(a->old_file, a->list->location.line), "[");
        kept = list ? (size_t)(list - a->old_file->bytes) : kept;
    }
    text_add(out, a->old_file->bytes, kept);
    while (!a->list->length && out->length && out->bytes[out->length - 1] == ' ') {
        out->bytes[--out->length] = '\0';
    }
    if (out->length && out->bytes[out->length - 1] != '\n') {
        text_char(out, '\n');
    }
    put_indented(out, example, indent);
    const char *rest = a->old_file->bytes + kept;
    if (*rest) { /* what followed an empty list */
        const char *end = strchr(rest, ']');
        text_put(out, end ? end + 1 + strspn(end + 1, " \n") : "");
    }
    return true;
}

/* Checks that the new text has exactly one example more. */
static bool check_result(adder *a, const text *whole)
{
    const source *s = diag_source(a->diags, a->path, text_string(whole), whole->length);
    size_t errors = a->diags->errors;
    const node *root = s ? document_parse(&a->arena, a->diags, s) : NULL;
    const node *list = root ? examples_list(&a->arena, a->diags, root) : NULL;
    size_t before = a->list ? a->list->length : 0;
    if (a->diags->errors > errors || !list || list->length != before + 1) {
        return refuse(a, (location){0}, "the result would not have exactly one more example");
    }
    return true;
}

/* Replaces the file that was read, or makes one; an error number. ESTALE, EEXIST: another program has written meanwhile. */
static int write_file(adder *a, const text *whole)
{
    char *real = a->old_file ? realpath(a->path, NULL) : NULL; /* a symbolic link stays one */
    char hash[SHA256_HEX_LENGTH + 1];
    atomic_write_options how = {.replace = a->old_file != NULL, .mode = ATOMIC_WRITE_DEFAULT_MODE};
    if (a->old_file) {
        sha256 sum;
        sha256_init(&sum);
        sha256_update(&sum, a->old_file->bytes, a->old_file->size);
        sha256_final(&sum, hash);
        how.expected = hash;
    }
    int why = atomic_write_at(AT_FDCWD, real ? real : a->path, whole->bytes, whole->length, &how);
    free(real);
    return why;
}

/* Reads the file, adds the example and writes it. */
static bool add_once(adder *a, const char *example, int *why)
{
    text whole = {0};
    a->old_file = NULL;
    a->list = NULL;
    *why = 0;
    bool good = read_file(a) && is_new(a) && compose(a, example, &whole) && !whole.failed && !a->arena.failed &&
                check_result(a, &whole);
    if (good) {
        *why = write_file(a, &whole);
    }
    text_finish(&whole);
    return good && *why == 0;
}

/* Begins again where another program has added its own example meanwhile. */
static bool add_example(adder *a, const char *example)
{
    enum { ADD_TRIES = 100 };
    int why = ESTALE;
    bool good = false;
    for (int tries = 0; !good && (why == ESTALE || why == EEXIST) && tries < ADD_TRIES; tries++) {
        good = add_once(a, example, &why);
    }
    if (why) {
        diag_failure(a->diags, CODE_EXAMPLE_NOT_ADDED, "%s cannot be written: %s", a->path, strerror(why));
    }
    return good;
}

ferz_result ferz_test_add(const ferz_variant *v, const char *example, char **file, ferz_messages *messages)
{
    if (MISSING(v) || MISSING(example)) {
        return FERZ_REJECTED;
    }
    adder a = {.diags = ferz_messages_diags(messages)};
    arena_init(&a.arena, 0);
    a.path = examples_path(&a.arena, ferz_variant_facts(v)->file);
    a.new_example = a.path ? parse_one(&a, example) : NULL;
    bool good = a.new_example || (a.path && refuse(&a, (location){0}, "it is not an example"));
    good = good && add_example(&a, example);
    if (good && file) {
        text path = {0};
        text_put(&path, a.path);
        *file = text_detach(&path);
    }
    arena_finish(&a.arena);
    ferz_result result = ferz_messages_result(messages);
    return good ? FERZ_OK : result == FERZ_OK ? FERZ_SYSTEM_ERROR : result;
}
