/* Answer trees: nodes, edges and texts in tables that grow up to their bounds. See answer_tree.h. */
#include "script/answer_tree.h"

#include <stdlib.h>
#include <string.h>

enum {
    KIND_UNKNOWN = 0, /* the function has not been seen beyond this node */
    KIND_LEAF = 255,
    CALL_QUESTIONS_MAX = 2048, /* a call that asks more is not learned */
    SEEN_SLOTS = 4096,         /* a power of two, at least twice CALL_QUESTIONS_MAX */
    TRIAL = 8192,              /* calls after which a function's trees are judged */
    WORTH_KNOWING = 8,         /* one answer of so many must be known */
    REST = 200000,             /* calls without learning until they are tried again */
};

typedef struct node {
    question q; /* of a leaf: its text is the answer */
    int32_t answers[2];
    uint32_t children[2]; /* 0: none; further children are in the table of edges */
} node;

typedef struct edge {
    uint32_t node; /* 0: a free slot */
    int32_t answer;
    uint32_t child;
} edge;

/* A hash table with open addressing: `used` of `slots`, a power of two or 0. */
typedef struct table {
    void *rows;
    size_t slots, used, most; /* `most`: slots that it may have */
} table;

typedef struct half {
    node *nodes; /* nodes[0] is unused */
    size_t node_count, node_room, node_most;
    table edges;
    uint32_t roots[ANSWER_FUNCTIONS_MAX]; /* 0: none */
} half;

typedef struct text_row {
    size_t at; /* in `bytes` */
    uint32_t length, hash;
} text_row;

typedef struct step {
    question q;
    int32_t answer;
} step;

struct answer_tree {
    half halves[2];
    int young;
    /* texts */
    char *bytes;
    size_t byte_count, byte_room, byte_most;
    text_row *texts; /* texts[0] is unused */
    size_t text_count, text_room;
    table text_numbers; /* of uint32_t */
    bool texts_full;
    uint32_t epoch;
    /* the call that is being learned */
    int function;
    bool learning;
    step steps[CALL_QUESTIONS_MAX];
    size_t step_count;
    struct seen_slot {
        uint32_t call;
        uint32_t step;
    } seen[SEEN_SLOTS];
    uint32_t call;
    struct function_record {
        answer_counts counts;
        uint64_t trial_asked, trial_known;
        uint64_t resting; /* calls until it is learned again */
        uint32_t leading; /* see answer_tree_leading */
        struct walk_start {
            uint64_t position;      /* 0: none */
            uint32_t node, cleared; /* of the younger half, while it has been cleared as often */
        } start;
    } functions[ANSWER_FUNCTIONS_MAX];
    uint32_t cleared; /* how often a half was */
};

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0x9e3779b97f4a7c15);
    x ^= x >> 29;
    x *= UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ x >> 32;
}

static bool same_question(const question *a, const question *b)
{
    return a->kind == b->kind && a->where == b->where && a->a == b->a && a->b == b->b && a->text == b->text;
}

/* Whether it ends what depends on the position alone: so do leaves. */
static bool varies(const question *q)
{
    return q->kind >= ANSWER_VARYING || q->kind == KIND_UNKNOWN || q->where; /* KIND_LEAF is among the first */
}

static uint64_t question_hash(const question *q)
{
    return mixed((uint64_t)q->kind << 56 ^ (uint64_t)q->where << 48 ^ (uint64_t)q->a << 32 ^ (uint32_t)q->b ^
                 (uint64_t)q->text << 20);
}

/* ---- edges ---- */

static void table_clear(table *t, size_t row_size)
{
    if (t->used) {
        memset(t->rows, 0, t->slots * row_size);
    }
    t->used = 0;
}

/* Where the edge is, or the free slot where it belongs. */
static edge *edge_slot(const table *t, const edge *e)
{
    edge *rows = t->rows;
    size_t i = (size_t)mixed((uint64_t)e->node << 32 | (uint32_t)e->answer) & (t->slots - 1);
    while (rows[i].node && (rows[i].node != e->node || rows[i].answer != e->answer)) {
        i = (i + 1) & (t->slots - 1);
    }
    return &rows[i];
}

/* Makes room for one edge more. False: the table may not grow. */
static bool edges_grow(table *t)
{
    if (t->used * 3 < t->slots * 2) {
        return true;
    }
    table larger = {.slots = t->slots ? t->slots * 2 : 1024, .used = t->used, .most = t->most};
    larger.rows = larger.slots <= t->most ? calloc(larger.slots, sizeof(edge)) : NULL;
    if (!larger.rows) {
        return false;
    }
    const edge *rows = t->rows;
    for (size_t i = 0; i < t->slots; i++) {
        if (rows[i].node) {
            *edge_slot(&larger, &rows[i]) = rows[i];
        }
    }
    free(t->rows);
    *t = larger;
    return true;
}

/* ---- texts ---- */

static uint32_t bytes_hash(const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    uint64_t h = length;
    for (; length >= 8; p += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, p, sizeof word);
        h = mixed(h ^ word);
    }
    uint64_t rest = 0;
    memcpy(&rest, p, length);
    return (uint32_t)mixed(h ^ rest ^ UINT64_C(0x5bd1e995));
}

static size_t text_slot(const answer_tree *t, const void *bytes, size_t length, uint32_t hash)
{
    const uint32_t *numbers = t->text_numbers.rows;
    size_t i = hash & (t->text_numbers.slots - 1);
    for (; numbers[i]; i = (i + 1) & (t->text_numbers.slots - 1)) {
        const text_row *row = &t->texts[numbers[i]];
        if (row->hash == hash && row->length == length && memcmp(t->bytes + row->at, bytes, length) == 0) {
            break;
        }
    }
    return i;
}

uint32_t answer_tree_find_text(const answer_tree *t, const void *bytes, size_t length)
{
    const uint32_t *numbers = t->text_numbers.rows;
    return t->text_numbers.slots ? numbers[text_slot(t, bytes, length, bytes_hash(bytes, length))] : 0;
}

/* Makes room in an array that doubles. False: it would have more than `most` rows. */
static bool array_grow(void **rows, size_t *room, size_t wanted, size_t most, size_t row_size)
{
    size_t larger = *room ? *room : 1024;
    while (larger < wanted) {
        larger *= 2;
    }
    larger = larger > most ? most : larger;
    if (wanted <= *room) {
        return true;
    }
    void *grown = wanted <= larger ? realloc(*rows, larger * row_size) : NULL;
    if (grown) {
        *rows = grown;
        *room = larger;
    }
    return grown != NULL;
}

static bool text_numbers_grow(answer_tree *t)
{
    table *numbers = &t->text_numbers;
    if (numbers->used * 3 < numbers->slots * 2) {
        return true;
    }
    size_t slots = numbers->slots ? numbers->slots * 2 : 1024;
    uint32_t *rows = slots <= numbers->most ? calloc(slots, sizeof *rows) : NULL;
    if (!rows) {
        return false;
    }
    for (size_t i = 1; i < t->text_count; i++) {
        size_t slot = t->texts[i].hash & (slots - 1);
        while (rows[slot]) {
            slot = (slot + 1) & (slots - 1);
        }
        rows[slot] = (uint32_t)i;
    }
    free(numbers->rows);
    numbers->rows = rows;
    numbers->slots = slots;
    return true;
}

uint32_t answer_tree_value(answer_tree *t, const void *bytes, size_t length)
{
    uint32_t hash = bytes_hash(bytes, length);
    if (t->text_numbers.slots) {
        uint32_t known = ((uint32_t *)t->text_numbers.rows)[text_slot(t, bytes, length, hash)];
        if (known) {
            return known;
        }
    }
    size_t at = (t->byte_count + 15) & ~(size_t)15;
    size_t first = t->text_count ? t->text_count : 1;
    if (!array_grow((void **)&t->bytes, &t->byte_room, at + length + 1, t->byte_most, 1) || /* never NULL */
        !array_grow((void **)&t->texts, &t->text_room, first + 1, t->byte_most / 16, sizeof *t->texts) ||
        !text_numbers_grow(t)) {
        t->texts_full = true;
        return 0;
    }
    memcpy(t->bytes + at, bytes, length);
    t->texts[first] = (text_row){at, (uint32_t)length, hash};
    t->text_count = first + 1;
    t->byte_count = at + length;
    ((uint32_t *)t->text_numbers.rows)[text_slot(t, bytes, length, hash)] = (uint32_t)first;
    t->text_numbers.used++;
    return (uint32_t)first;
}

const void *answer_tree_bytes(const answer_tree *t, uint32_t text, size_t *length)
{
    *length = t->texts[text].length;
    return t->bytes + t->texts[text].at;
}

/* ---- nodes ---- */

/* A new node of which nothing is known; 0: the half is full. */
static uint32_t new_node(half *h)
{
    size_t number = h->node_count ? h->node_count : 1;
    if (!array_grow((void **)&h->nodes, &h->node_room, number + 1, h->node_most, sizeof *h->nodes)) {
        return 0;
    }
    h->nodes[number] = (node){0};
    h->node_count = number + 1;
    return (uint32_t)number;
}

static uint32_t find_child(const half *h, uint32_t number, int32_t answer)
{
    const node *n = &h->nodes[number];
    for (int i = 0; i < 2; i++) {
        if (n->children[i] && n->answers[i] == answer) {
            return n->children[i];
        }
    }
    if (!n->children[1] || !h->edges.slots) {
        return 0;
    }
    edge wanted = {number, answer, 0};
    return edge_slot(&h->edges, &wanted)->child;
}

/* The child for the answer, made where there is none; 0: the half is full. */
static uint32_t add_child(half *h, uint32_t number, int32_t answer)
{
    uint32_t child = find_child(h, number, answer);
    if (child || !edges_grow(&h->edges)) {
        return child;
    }
    child = new_node(h);
    node *n = &h->nodes[number];
    for (int i = 0; i < 2 && child; i++) {
        if (!n->children[i]) {
            n->answers[i] = answer;
            n->children[i] = child;
            return child;
        }
    }
    if (child) {
        edge added = {number, answer, child};
        *edge_slot(&h->edges, &added) = added;
        h->edges.used++;
    }
    return child;
}

static void half_clear(answer_tree *t, half *h)
{
    t->cleared++;
    h->node_count = 0;
    table_clear(&h->edges, sizeof(edge));
    memset(h->roots, 0, sizeof h->roots);
}

/* ---- learning ---- */

static void forget_all(answer_tree *t)
{
    half_clear(t, &t->halves[0]);
    half_clear(t, &t->halves[1]);
    t->text_count = t->byte_count = 0;
    table_clear(&t->text_numbers, sizeof(uint32_t));
    t->texts_full = false;
    t->epoch++;
}

uint32_t answer_tree_epoch(const answer_tree *t)
{
    return t->epoch;
}

/* GROWN_ASTRAY: other questions after the same answers; GROWN_CONTRADICTED: another answer in the end. */
typedef enum grown { GROWN, GROWN_FULL, GROWN_ASTRAY, GROWN_CONTRADICTED } grown;

/* Adds the call's path, which ends in the answer `text`. */
static grown grow_path(answer_tree *t, half *h, uint32_t text)
{
    uint32_t number = h->roots[t->function];
    if (!number) {
        number = h->roots[t->function] = new_node(h);
    }
    for (size_t i = 0; i < t->step_count && number; i++) {
        node *n = &h->nodes[number];
        if (n->q.kind == KIND_UNKNOWN) {
            n->q = t->steps[i].q;
        } else if (!same_question(&n->q, &t->steps[i].q)) {
            return GROWN_ASTRAY;
        }
        number = add_child(h, number, t->steps[i].answer);
    }
    if (!number) {
        return GROWN_FULL;
    }
    const question leaf = {.kind = KIND_LEAF, .text = text};
    node *n = &h->nodes[number];
    if (n->q.kind != KIND_UNKNOWN && !same_question(&n->q, &leaf)) {
        return n->q.kind == KIND_LEAF ? GROWN_CONTRADICTED : GROWN_ASTRAY;
    }
    n->q = leaf;
    return GROWN;
}

/* False: it is known that the answer is another one. */
static bool learn_path(answer_tree *t, uint32_t text)
{
    grown how = grow_path(t, &t->halves[t->young], text);
    if (how == GROWN_FULL) {
        t->young = !t->young;
        half_clear(t, &t->halves[t->young]);
        how = grow_path(t, &t->halves[t->young], text);
    }
    t->functions[t->function].counts.keeps_state |= how == GROWN_ASTRAY;
    return how != GROWN_CONTRADICTED;
}

void answer_tree_begin(answer_tree *t, int function)
{
    struct function_record *f = &t->functions[function];
    if (t->texts_full) {
        forget_all(t);
    }
    t->learning = !f->counts.keeps_state && !f->resting;
    t->function = function;
    t->step_count = 0;
    t->call++;
    if (!t->call) { /* after 2^32 calls the marks of the first ones would count again */
        memset(t->seen, 0, sizeof t->seen);
        t->call = 1;
    }
}

bool answer_tree_is_learning(const answer_tree *t)
{
    return t->learning;
}

void answer_tree_note(answer_tree *t, const question *q, int32_t answer)
{
    if (!t->learning) {
        return;
    }
    size_t i = (size_t)question_hash(q) & (SEEN_SLOTS - 1);
    for (; t->seen[i].call == t->call; i = (i + 1) & (SEEN_SLOTS - 1)) {
        if (same_question(&t->steps[t->seen[i].step].q, q)) {
            return; /* asked before: the answer is known on this path */
        }
    }
    if (t->step_count == CALL_QUESTIONS_MAX) {
        t->learning = false;
        return;
    }
    t->seen[i].call = t->call;
    t->seen[i].step = (uint32_t)t->step_count;
    t->steps[t->step_count++] = (step){*q, answer};
}

bool answer_tree_end(answer_tree *t, const void *bytes, size_t length)
{
    if (!t->learning) {
        return true;
    }
    t->learning = false;
    uint32_t leading = 0;
    while (leading < t->step_count && !varies(&t->steps[leading].q)) {
        leading++;
    }
    t->functions[t->function].leading = leading;
    uint32_t text = answer_tree_value(t, bytes, length);
    return !text || learn_path(t, text);
}

void answer_tree_abandon(answer_tree *t)
{
    t->learning = false;
}

/* ---- walking ---- */

/* Walks in one half, from that node. `keep`: notes the steps, so that the path can move to the other half. */
static uint32_t walk_half(answer_tree *t, const half *h, int function, uint32_t number, bool keep, put_question *put,
                          void *context)
{
    size_t steps = 0;
    uint32_t text = 0;
    while (number && !text) {
        const node *n = &h->nodes[number];
        if (n->q.kind == KIND_LEAF) {
            text = n->q.text;
        } else if (n->q.kind == KIND_UNKNOWN) {
            break;
        } else {
            int32_t answer = put(context, &n->q);
            if (keep) {
                t->steps[steps] = (step){n->q, answer};
            }
            steps++;
            number = find_child(h, number, answer);
        }
    }
    t->functions[function].counts.walked += steps;
    t->step_count = keep ? steps : t->step_count;
    return text;
}

/* Where in the younger half the questions about the position alone end; 0: the tree does not know. They are put once while
 * the position has the same number. */
static uint32_t end_of_leading(answer_tree *t, int function, uint64_t position, put_question *put, void *context)
{
    const half *h = &t->halves[t->young];
    struct walk_start *start = &t->functions[function].start;
    if (start->position == position && start->node && start->cleared == t->cleared) {
        return start->node;
    }
    uint32_t number = h->roots[function];
    while (number && !varies(&h->nodes[number].q)) {
        number = find_child(h, number, put(context, &h->nodes[number].q));
        t->functions[function].counts.walked++;
    }
    *start = (struct walk_start){position, number, t->cleared};
    return number;
}

/* Lets functions rest whose trees do not pay. */
static void judge(struct function_record *f, bool known)
{
    f->counts.asked++;
    f->counts.known += known;
    f->trial_asked++;
    f->trial_known += known;
    if (f->trial_asked == TRIAL) {
        f->resting = f->trial_known * WORTH_KNOWING < TRIAL ? REST : 0;
        f->trial_asked = f->trial_known = 0;
    }
}

uint32_t answer_tree_walk(answer_tree *t, int function, uint64_t position, put_question *put, void *context)
{
    struct function_record *f = &t->functions[function];
    if (f->counts.keeps_state || f->resting) {
        f->resting -= f->resting != 0;
        f->counts.asked++;
        return 0;
    }
    const half *young = &t->halves[t->young], *older = &t->halves[!t->young];
    uint32_t first = position ? end_of_leading(t, function, position, put, context) : young->roots[function];
    uint32_t text = walk_half(t, young, function, first, false, put, context);
    if (!text && older->node_count) {
        text = walk_half(t, older, function, older->roots[function], true, put, context);
        if (text) {
            t->function = function;
            (void)learn_path(t, text);
        }
    }
    judge(f, text != 0);
    return text;
}

size_t answer_tree_leading(const answer_tree *t, int function)
{
    return t->functions[function].leading;
}

answer_counts answer_tree_counts(const answer_tree *t, int function)
{
    return t->functions[function].counts;
}

/* ---- life ---- */

answer_tree *answer_tree_create(size_t bytes)
{
    answer_tree *t = calloc(1, sizeof *t);
    if (!t) {
        return NULL;
    }
    size_t unit = 1; /* the largest power of two of which there is room for 96 */
    for (bytes = bytes ? bytes : (size_t)48 << 20; unit * 2 * 96 <= bytes; unit *= 2) {
    }
    for (int i = 0; i < 2; i++) { /* 28 bytes a node, 12 an edge */
        t->halves[i].node_most = unit;
        t->halves[i].edges.most = unit < 1024 ? 1024 : unit / 2;
    }
    t->byte_most = unit * 16 < 4096 ? 4096 : unit * 16;
    t->text_numbers.most = unit < 1024 ? 1024 : unit;
    return t;
}

void answer_tree_destroy(answer_tree *t)
{
    if (!t) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        free(t->halves[i].nodes);
        free(t->halves[i].edges.rows);
    }
    free(t->bytes);
    free(t->texts);
    free(t->text_numbers.rows);
    free(t);
}
