#include "search/network_file.h"

#include "base/number.h"
#include "base/sha256.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_MAX = 2047,
    START_MAX = 16000,
    LINEAR_MAX = 1 << 20,
    CONSTANT_MAX = 1 << 30,
    LINE_BYTES = 57, /* of a base64 line of 76 characters */
    RULES_LINE = 2,  /* says to which rules it belongs */
};

#define FORMAT "ferz network "
static const char first_line[] = FORMAT "1";
static const char instead_words[] = "instead of the formulas", added_words[] = "added to the formulas";
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* ---- numbers as bytes ---- */

static void put_varint(text *out, uint32_t value)
{
    for (; value >= 0x80; value >>= 7) {
        text_char(out, (char)(value | 0x80));
    }
    text_char(out, (char)value);
}

/* Zeros come as their first one and how many more follow. */
typedef struct number_writer {
    text *out;
    uint32_t zeros;
} number_writer;

static void end_zeros(number_writer *w)
{
    if (w->zeros) {
        put_varint(w->out, 0);
        put_varint(w->out, w->zeros - 1);
        w->zeros = 0;
    }
}

static void put_number(number_writer *w, int32_t value)
{
    if (value == 0) {
        w->zeros++;
        return;
    }
    end_zeros(w);
    put_varint(w->out, (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0));
}

typedef struct number_reader {
    const unsigned char *bytes;
    size_t length, at;
    uint32_t zeros;
    bool failed;
} number_reader;

static uint32_t get_varint(number_reader *r)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
        if (r->at >= r->length) {
            break;
        }
        unsigned char byte = r->bytes[r->at++];
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            r->failed |= value > UINT32_MAX;
            return (uint32_t)value;
        }
    }
    r->failed = true;
    return 0;
}

static int32_t get_number(number_reader *r, int32_t most)
{
    if (r->zeros) {
        r->zeros--;
        return 0;
    }
    uint32_t raw = get_varint(r);
    if (raw == 0) {
        r->zeros = r->failed ? 0 : get_varint(r);
        return 0;
    }
    int64_t value = raw & 1 ? -(int64_t)(raw >> 1) - 1 : (int64_t)(raw >> 1);
    if (value > most || value < -most) {
        r->failed = true;
        return 0;
    }
    return (int32_t)value;
}

static void put_weights(const network *n, text *out)
{
    number_writer w = {.out = out};
    size_t hidden = (size_t)n->hidden, features = (size_t)n->features, buckets = (size_t)n->buckets;
    for (size_t i = 0; i < features * hidden; i++) {
        put_number(&w, n->rows[i]);
    }
    for (size_t i = 0; i < hidden; i++) {
        put_number(&w, n->start[i]);
    }
    for (size_t i = 0; i < features; i++) {
        put_number(&w, n->linear[i]);
    }
    for (size_t i = 0; i < buckets * 2 * hidden; i++) {
        put_number(&w, n->output[i]);
    }
    for (size_t i = 0; i < buckets; i++) {
        put_number(&w, n->constant[i]);
    }
    end_zeros(&w);
}

/* True also when out of memory (arena). */
static bool get_weights(network *n, arena *a, const text *body)
{
    size_t hidden = (size_t)n->hidden, features = (size_t)n->features, buckets = (size_t)n->buckets;
    n->rows = arena_new(a, int16_t, features * hidden);
    n->start = arena_new(a, int16_t, hidden);
    n->linear = arena_new(a, int32_t, features);
    n->output = arena_new(a, int16_t, buckets * 2 * hidden);
    n->constant = arena_new(a, int32_t, buckets);
    if (a->failed) {
        return true;
    }
    number_reader r = {.bytes = (const unsigned char *)text_string(body), .length = body->length};
    for (size_t i = 0; i < features * hidden && !r.failed; i++) {
        n->rows[i] = (int16_t)get_number(&r, ROW_MAX);
    }
    for (size_t i = 0; i < hidden && !r.failed; i++) {
        n->start[i] = (int16_t)get_number(&r, START_MAX);
    }
    for (size_t i = 0; i < features && !r.failed; i++) {
        n->linear[i] = get_number(&r, LINEAR_MAX);
    }
    for (size_t i = 0; i < buckets * 2 * hidden && !r.failed; i++) {
        n->output[i] = (int16_t)get_number(&r, NETWORK_OUTPUT_MAX);
    }
    for (size_t i = 0; i < buckets && !r.failed; i++) {
        n->constant[i] = get_number(&r, CONSTANT_MAX);
    }
    return !r.failed && r.at == r.length && r.zeros == 0;
}

/* ---- base64 ---- */

static void put_base64(const text *bytes, text *out)
{
    const unsigned char *from = (const unsigned char *)text_string(bytes);
    for (size_t i = 0; i < bytes->length; i += 3) {
        size_t left = bytes->length - i;
        uint32_t group = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                         (left > 2 ? (uint32_t)from[i + 2] : 0);
        text_char(out, digits[group >> 18]);
        text_char(out, digits[group >> 12 & 63]);
        text_char(out, left > 1 ? digits[group >> 6 & 63] : '=');
        text_char(out, left > 2 ? digits[group & 63] : '=');
        if ((i / 3 + 1) % (LINE_BYTES / 3) == 0) {
            text_char(out, '\n');
        }
    }
    text_char(out, '\n');
}

/* Lines break anywhere; a padding character ends it. */
static bool get_base64(const char *from, const char *end, text *bytes)
{
    uint32_t group = 0;
    int count = 0;
    for (; from < end; from++) {
        if (*from == '\n' || *from == '\r') {
            continue;
        }
        if (*from == '=') {
            break;
        }
        const char *digit = *from ? strchr(digits, *from) : NULL;
        if (!digit) {
            return false;
        }
        group = group << 6 | (uint32_t)(digit - digits);
        if (++count == 4) {
            const char three[3] = {(char)(group >> 16), (char)(group >> 8), (char)group};
            text_add(bytes, three, sizeof three);
            count = 0;
        }
    }
    if (count >= 2) {
        text_char(bytes, (char)(group >> (count == 2 ? 4 : 10)));
    }
    if (count == 3) {
        text_char(bytes, (char)(group >> 2));
    }
    return count != 1;
}

/* ---- the whole ---- */

static void put_shape(const network *n, text *out)
{
    text_print(out, "features %d hidden %d buckets %d scale %d cells %d columns %d", n->features, n->hidden, n->buckets,
               n->scale, n->cells, n->columns);
}

enum { CHECKSUM_DIGITS = 16 };

/* From hexadecimal digits, which they are known to be. */
static uint64_t number_of_digits(const char *string)
{
    uint64_t number = 0;
    for (int i = 0; i < CHECKSUM_DIGITS; i++) {
        int digit = ascii_is_digit(string[i]) ? string[i] - '0' : string[i] - 'a' + 10;
        number = number << 4 | (uint64_t)digit;
    }
    return number;
}

static uint64_t checksum_of(const char *shape, bool adds, const text *body)
{
    sha256 d;
    char hex[SHA256_HEX_LENGTH + 1];
    sha256_init(&d);
    sha256_update(&d, shape, strlen(shape));
    sha256_update(&d, adds ? "+" : "=", 1);
    sha256_update(&d, text_string(body), body->length);
    sha256_final(&d, hex);
    return number_of_digits(hex);
}

/* A value of the header: one line, whatever it says. */
static void put_value(text *out, const char *key, const char *value)
{
    text_print(out, "%s: ", key);
    text_add_safe(out, value ? value : "", value ? strlen(value) : 0);
    text_char(out, '\n');
}

void network_write(network *n, text *out)
{
    text body = {0}, shape = {0};
    put_weights(n, &body);
    put_shape(n, &shape);
    n->checksum = checksum_of(text_string(&shape), n->adds, &body);
    text_print(out, "%s\nrules: %016" PRIx64 "\n", first_line, n->rules);
    if (n->parent) {
        text_print(out, "parent: %016" PRIx64 "\n", n->parent);
    } else {
        text_put(out, "parent: none\n");
    }
    put_value(out, "licence", n->licence);
    put_value(out, "made", n->made);
    put_value(out, "gain", n->gain);
    put_value(out, "kind", n->adds ? added_words : instead_words);
    put_value(out, "shape", text_string(&shape));
    text_put(out, "pieces:");
    for (int i = 0; i < n->types; i++) {
        text_put(out, i ? ", " : " ");
        text_add_safe(out, n->type_name[i], strlen(n->type_name[i]));
    }
    text_print(out, "\nsum: %016" PRIx64 "\n\n", n->checksum);
    put_base64(&body, out);
    out->failed |= body.failed || shape.failed;
    text_finish(&body);
    text_finish(&shape);
}

typedef struct file_reader {
    arena *arena;
    const char *at, *end;
    const char *why;
    unsigned line;
} file_reader;

static bool refuse(file_reader *r, const char *why)
{
    r->why = why;
    return false;
}

/* The next line, in the arena, without its end. NULL: there is none. */
static const char *next_line(file_reader *r)
{
    if (r->at >= r->end) {
        return NULL;
    }
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *start = r->at, *after = stop ? stop + 1 : r->end;
    size_t length = (size_t)((stop ? stop : r->end) - start);
    length -= length > 0 && start[length - 1] == '\r';
    r->at = after;
    r->line++;
    return arena_text(r->arena, start, length);
}

/* The value of `key: value`; NULL when the line is another one. */
static const char *read_value(file_reader *r, const char *key)
{
    const char *line = next_line(r);
    size_t length = strlen(key);
    if (!line || strncmp(line, key, length) != 0 || line[length] != ':') {
        r->why = "a line of the header is missing";
        return NULL;
    }
    line += length + 1;
    return *line == ' ' ? line + 1 : line;
}

static bool read_checksum(file_reader *r, const char *key, uint64_t *value)
{
    const char *words = read_value(r, key);
    if (!words) {
        return false;
    }
    if (strlen(words) != CHECKSUM_DIGITS || strspn(words, "0123456789abcdef") != CHECKSUM_DIGITS) {
        return refuse(r, "expected 16 hexadecimal digits");
    }
    *value = number_of_digits(words);
    return true;
}

static bool read_parent(file_reader *r, network *n)
{
    file_reader again = *r;
    const char *words = read_value(r, "parent");
    if (words && strcmp(words, "none") == 0) {
        return true;
    }
    *r = again;
    return read_checksum(r, "parent", &n->parent);
}

static bool read_shape(file_reader *r, network *n, const char *words)
{
    struct {
        const char *name;
        int *value;
        long low, high;
    } const parts[] = {
        {"features ", &n->features, 3, NETWORK_FEATURES_MAX},
        {" hidden ", &n->hidden, NETWORK_LANES, NETWORK_HIDDEN_MAX},
        {" buckets ", &n->buckets, 1, NETWORK_BUCKETS_MAX},
        {" scale ", &n->scale, 1, NETWORK_SCALE_MAX},
        {" cells ", &n->cells, 1, CELLS_MAX},
        {" columns ", &n->columns, 1, CELLS_MAX},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        size_t length = strlen(parts[i].name);
        long value = 0;
        if (strncmp(words, parts[i].name, length) != 0) {
            return refuse(r, "the shape is not one of a network");
        }
        words += length;
        if (number_take(&words, parts[i].low, parts[i].high, &value) != NUMBER_READ) {
            return refuse(r, "the shape is not one of a network");
        }
        *parts[i].value = (int)value;
    }
    return (*words == '\0' && n->hidden % NETWORK_LANES == 0) || refuse(r, "the shape is not one of a network");
}

static bool read_types(file_reader *r, network *n)
{
    const char *words = read_value(r, "pieces");
    if (!words) {
        return false;
    }
    int count = 1;
    for (const char *c = words; *c; c++) {
        count += *c == ',';
    }
    n->type_name = arena_new(r->arena, const char *, (size_t)count);
    for (const char *c = words; n->type_name && n->types < count;) {
        size_t length = strcspn(c, ",");
        n->type_name[n->types++] = arena_text(r->arena, c, length);
        c += length;
        c += *c == ',' ? strspn(c, ", ") : 0;
    }
    return true;
}

static bool read_file(file_reader *r, network *n)
{
    const char *line = next_line(r);
    if (!line || strncmp(line, FORMAT, sizeof FORMAT - 1) != 0) {
        return refuse(r, "this is not a network of Ferz");
    }
    if (strcmp(line, first_line) != 0) {
        return refuse(r, "this is a network of another version");
    }
    uint64_t sum;
    const char *kind = NULL, *shape = NULL;
    if (!read_checksum(r, "rules", &n->rules) || !read_parent(r, n) || !(n->licence = read_value(r, "licence")) ||
        !(n->made = read_value(r, "made")) || !(n->gain = read_value(r, "gain")) || !(kind = read_value(r, "kind"))) {
        return false;
    }
    n->adds = strcmp(kind, added_words) == 0;
    if (!n->adds && strcmp(kind, instead_words) != 0) {
        return refuse(r, "the kind is not known");
    }
    if (!(shape = read_value(r, "shape")) || !read_shape(r, n, shape) || !read_types(r, n) ||
        !read_checksum(r, "sum", &sum)) {
        return false;
    }
    const char *gap = next_line(r);
    if (!gap || *gap) {
        return refuse(r, "the weights are missing");
    }
    r->line++;
    text body = {0};
    bool whole = get_base64(r->at, r->end, &body) && !body.failed;
    n->checksum = whole ? checksum_of(shape, n->adds, &body) : 0;
    bool ok = whole && n->checksum == sum && get_weights(n, r->arena, &body);
    text_finish(&body);
    return ok || refuse(r, "the weights are damaged");
}

network *network_parse(arena *a, const char *bytes, size_t length, const char **why, unsigned *line)
{
    file_reader r = {.arena = a, .at = bytes, .end = bytes + length};
    network *n = arena_new(a, network, 1);
    bool ok = n && read_file(&r, n) && !a->failed;
    *why = a->failed ? NULL : r.why;
    *line = ok ? RULES_LINE : r.line;
    return ok ? n : NULL;
}
