/* Outline: the tree of a rule file, with the span of each key and value, also while somebody types and it is no YAML
 * yet. It never fails: what it cannot read it leaves out. It is for looking around in a text; only the library knows
 * what a text means.
 *
 * It knows the YAML that rule files are written in: mappings, lists, plain and quoted scalars, texts behind | and >,
 * flow collections. Anchors, tags and several documents are passed over. */
#ifndef FERZ_SERVICE_OUTLINE_H
#define FERZ_SERVICE_OUTLINE_H

#include "base/arena.h"
#include "service/span.h"

typedef enum outline_kind { OUTLINE_NOTHING, OUTLINE_SCALAR, OUTLINE_MAP, OUTLINE_LIST } outline_kind;

typedef struct outline {
    outline_kind kind;
    bool has_key;   /* a member of a mapping */
    bool has_colon; /* the key is followed by a colon */
    bool flow;      /* a mapping or list in brackets */
    bool block;     /* a text behind | or > */
    char quote;     /* of a scalar; 0: plain */
    span key;       /* without quotes */
    span value;     /* of a scalar without quotes; of a mapping or list all of it */
    struct outline *parent, *first, *last, *next;
    size_t count; /* of children */
} outline;

enum { OUTLINE_DEPTH_MAX = 48 };

/* The tree, in `a`; its top is a mapping where the text is one. NULL when out of memory. */
outline *outline_read(arena *a, const char *bytes, size_t length);

/* The deepest node whose key or value holds `at`; NULL where there is none. */
const outline *outline_at(const outline *top, size_t at);
/* Whether `at` is in its key. */
bool outline_in_key(const outline *node, size_t at);
/* The member of a mapping, NULL where it has none. `bytes` is the text that was read. */
const outline *outline_member(const outline *map, const char *bytes, const char *key);
bool outline_is(const char *bytes, span s, const char *word);

/* The next word of a scalar's value: what stands between blanks, commas and brackets. Begins with {value.from,
 * value.from}. */
bool outline_next_word(const char *bytes, span value, span *word);

#endif
