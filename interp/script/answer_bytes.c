/* Answer bytes: the forms of answers, written and read. See answer_bytes.h. */
#include "script/answer_bytes.h"

#include <string.h>

/* The first byte of an answer. Zero and small text are none of them. */
typedef enum answer_form {
    FORM_EFFECTS = 0xE1, /* the effects */
    FORM_VERDICT,        /* a byte, and a text */
    FORM_ENDING,         /* an int, and a text */
    FORM_LIST,           /* a uint32_t: how many entries; one for each: where it begins; then the entries */
} answer_form;

/* What an entry of a list begins with. Its effects and its text follow. */
typedef struct entry_head {
    int32_t from, to, captures, effects;
} entry_head;

enum { LIST_STARTS = 1 + sizeof(uint32_t) /* where the places of the entries are */ };

/* ---- writing ---- */

static void put(answer_writer *w, const void *bytes, size_t length)
{
    if (w->full || length > w->room - w->length) {
        w->full = true;
        return;
    }
    if (length) {
        memcpy(w->bytes + w->length, bytes, length);
    }
    w->length += length;
}

static void put_form(answer_writer *w, answer_form form)
{
    unsigned char byte = (unsigned char)form;
    put(w, &byte, 1);
}

static void put_text(answer_writer *w, const char *words)
{
    put(w, words, strlen(words) + 1);
}

void answer_put_effects(answer_writer *w, const script_effect *effects, size_t count)
{
    put_form(w, FORM_EFFECTS);
    put(w, effects, count * sizeof *effects);
}

void answer_put_verdict(answer_writer *w, bool allowed, const char *why)
{
    char byte = allowed;
    put_form(w, FORM_VERDICT);
    put(w, &byte, 1);
    put_text(w, why);
}

void answer_put_ending(answer_writer *w, int winner, const char *reason)
{
    put_form(w, FORM_ENDING);
    put(w, &winner, sizeof winner);
    put_text(w, reason);
}

void answer_put_list(answer_writer *w, size_t count)
{
    uint32_t number = (uint32_t)count, none = 0;
    put_form(w, FORM_LIST);
    put(w, &number, sizeof number);
    for (size_t i = 0; i < count && !w->full; i++) {
        put(w, &none, sizeof none); /* answer_put_entry fills it in */
    }
}

void answer_put_entry(answer_writer *w, size_t index, const script_listed *listed, const script_effect *effects,
                      size_t count, const char *words)
{
    if (w->full) {
        return;
    }
    uint32_t start = (uint32_t)w->length;
    entry_head head = {listed->from, listed->to, listed->captures, (int32_t)count};
    memcpy(w->bytes + LIST_STARTS + index * sizeof start, &start, sizeof start);
    put(w, &head, sizeof head);
    put(w, effects, count * sizeof *effects);
    put_text(w, words);
}

/* ---- reading ---- */

/* What is left of an answer. */
typedef struct rest {
    const char *bytes;
    size_t length;
} rest;

static bool take(rest *r, void *out, size_t length)
{
    if (length > r->length) {
        return false;
    }
    if (length) {
        memcpy(out, r->bytes, length);
    }
    r->bytes += length;
    r->length -= length;
    return true;
}

static bool take_form(rest *r, answer_form form)
{
    unsigned char byte;
    return take(r, &byte, 1) && byte == (unsigned char)form;
}

static bool take_text(const rest *r, const char **words)
{
    *words = r->bytes;
    return r->length && memchr(r->bytes, '\0', r->length);
}

static bool is_effect(const script_effect *e)
{
    return (unsigned)e->kind < EFFECT_KINDS && memchr(e->counter, '\0', sizeof e->counter);
}

static bool take_some_effects(rest *r, script_effect *effects, size_t room, size_t count)
{
    if (count > room || count > r->length / sizeof *effects || !take(r, effects, count * sizeof *effects)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_effect(&effects[i])) {
            return false;
        }
    }
    return true;
}

bool answer_take_effects(const char *bytes, size_t length, script_effect *effects, size_t room, size_t *count)
{
    rest r = {bytes, length};
    *count = 0;
    if (!take_form(&r, FORM_EFFECTS) || r.length % sizeof *effects) {
        return false;
    }
    size_t found = r.length / sizeof *effects;
    bool taken = take_some_effects(&r, effects, room, found);
    *count = taken ? found : 0;
    return taken;
}

bool answer_take_verdict(const char *bytes, size_t length, bool *allowed, const char **why)
{
    rest r = {bytes, length};
    char byte = 0;
    if (!take_form(&r, FORM_VERDICT) || !take(&r, &byte, 1) || !take_text(&r, why)) {
        return false;
    }
    *allowed = byte != 0;
    return true;
}

bool answer_take_ending(const char *bytes, size_t length, int *winner, const char **reason)
{
    rest r = {bytes, length};
    int found = 0;
    if (!take_form(&r, FORM_ENDING) || !take(&r, &found, sizeof found) || !take_text(&r, reason)) {
        return false;
    }
    *winner = found;
    return true;
}

/* How many entries the list has; each has a place. */
static bool take_count(const char *bytes, size_t length, uint32_t *count)
{
    rest r = {bytes, length};
    return take_form(&r, FORM_LIST) && take(&r, count, sizeof *count) && *count <= r.length / sizeof *count;
}

/* The head of an entry; `r` gets what follows it. `index` is below the count. */
static bool take_head(const char *bytes, size_t length, size_t index, rest *r, entry_head *head)
{
    uint32_t start;
    memcpy(&start, bytes + LIST_STARTS + index * sizeof start, sizeof start);
    if (start > length) {
        return false;
    }
    *r = (rest){bytes + start, length - start};
    return take(r, head, sizeof *head) && head->effects >= 0;
}

bool answer_take_list(const char *bytes, size_t length, script_listed *listed, size_t room, size_t *count)
{
    uint32_t found;
    *count = 0;
    if (!take_count(bytes, length, &found)) {
        return false;
    }
    for (size_t i = 0; i < found && i < room; i++) {
        rest r;
        entry_head head;
        if (!take_head(bytes, length, i, &r, &head)) {
            return false;
        }
        listed[i] = (script_listed){head.from, head.to, head.captures != 0};
    }
    *count = found;
    return true;
}

bool answer_take_entry(const char *bytes, size_t length, size_t index, script_effect *effects, size_t room,
                       size_t *count, const char **words)
{
    uint32_t found;
    rest r;
    entry_head head;
    *count = 0;
    *words = "";
    if (!take_count(bytes, length, &found)) {
        return false;
    }
    if (index >= found) {
        return true;
    }
    if (!take_head(bytes, length, index, &r, &head) || !take_some_effects(&r, effects, room, (size_t)head.effects) ||
        !take_text(&r, words)) {
        *words = "";
        return false;
    }
    *count = (size_t)head.effects;
    return true;
}
