#include "explain/describe.h"
#include "explain/translate.h"

#include <stdlib.h>
#include <string.h>

typedef struct writer {
    document *d;
    const describe_request *r;
    bool russian;
    fact_list facts;
} writer;

static const char *choose(const writer *w, const char *english)
{
    return w->russian ? translate_russian(w->d->arena, english) : english;
}

static void add_diagram(const writer *w, char *diagram)
{
    if (diagram && *diagram) {
        document_add(w->d, BLOCK_DIAGRAM, diagram);
    }
    free(diagram);
}

/* A text of the definition, which is in English. */
static const char *foreign(const writer *w, const char *words)
{
    const char *made = w->russian ? arena_format(w->d->arena, choose(w, "In English: %s"), words) : words;
    return made ? made : "";
}

static const char *title_of(const writer *w, const ruleset *rules)
{
    return w->russian && rules->title_ru ? rules->title_ru : rules->title;
}

/* The definition's own text, in Russian if it has one. */
static const char *about_of(const writer *w, const char *english, const char *russian)
{
    return w->russian && russian ? russian : english && *english ? foreign(w, english) : "";
}

static void add_head(const writer *w)
{
    const ruleset *rules = w->r->rules;
    const char *about = about_of(w, rules->about, rules->about_ru);
    document_add(w->d, BLOCK_TITLE, title_of(w, rules));
    if (*about) {
        document_add(w->d, BLOCK_PARAGRAPH, about);
    }
}

static void add_list(const writer *w, const fact_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        document_add(w->d, list->count > 1 ? BLOCK_ITEM : BLOCK_PARAGRAPH, list->items[i].sentence);
    }
}

static void add_difference(const writer *w)
{
    const describe_request *r = w->r;
    if (!r->parent) {
        return;
    }
    fact_list list = facts_compare(r->parent, &r->parent_notes, r->rules, &r->notes, r->language, w->d->arena);
    const char *heading = arena_format(w->d->arena, choose(w, "How it differs from: %s"), title_of(w, r->parent));
    document_add(w->d, BLOCK_HEADING, heading ? heading : "");
    if (!list.count) {
        document_add(w->d, BLOCK_PARAGRAPH, choose(w, "In nothing that the rules say."));
    }
    add_list(w, &list);
}

static size_t count_topic(const writer *w, fact_topic topic)
{
    size_t count = 0;
    for (size_t i = 0; i < w->facts.count; i++) {
        count += w->facts.items[i].topic == topic;
    }
    return count;
}

static void add_facts(const writer *w, fact_topic topic, bool list)
{
    for (size_t i = 0; i < w->facts.count; i++) {
        if (w->facts.items[i].topic == topic) {
            document_add(w->d, list ? BLOCK_ITEM : BLOCK_PARAGRAPH, w->facts.items[i].sentence);
        }
    }
}

static void add_topic(const writer *w, fact_topic topic)
{
    size_t count = count_topic(w, topic);
    if (count) {
        document_add(w->d, BLOCK_HEADING, facts_topic_title(topic, w->r->language, w->d->arena));
        add_facts(w, topic, count > 1);
    }
}

/* Some facts are only for comparisons. */
static bool is_rule(const fact *f)
{
    return strcmp(f->slot, "letter") != 0 && strcmp(f->slot, "value") != 0 && strcmp(f->slot, "look") != 0;
}

static void add_piece(const writer *w, size_t index)
{
    const rule_piece *p = &w->r->rules->pieces[index];
    const char *title = facts_piece_title(w->r->rules, index, w->r->language, w->d->arena);
    const char *heading = arena_format(w->d->arena, "%s (`%s`)", title, p->letter);
    document_add(w->d, BLOCK_PIECE, heading ? heading : "");
    text words = {0};
    for (size_t i = 0; i < w->facts.count; i++) {
        const fact *f = &w->facts.items[i];
        if (f->topic == TOPIC_PIECES && strcmp(f->subject, p->name) == 0 && is_rule(f)) {
            text_print(&words, "%s%s", words.length ? " " : "", f->sentence);
        }
    }
    document_add(w->d, BLOCK_PARAGRAPH, text_string(&words));
    w->d->arena->failed |= words.failed;
    text_finish(&words);
    if (w->r->moves && p->move_count) {
        add_diagram(w, w->r->moves(w->r->state, index));
    }
}

static void add_pieces(const writer *w)
{
    document_add(w->d, BLOCK_HEADING, facts_topic_title(TOPIC_PIECES, w->r->language, w->d->arena));
    for (size_t i = 0; i < w->facts.count; i++) {
        if (w->facts.items[i].topic == TOPIC_PIECES && !*w->facts.items[i].subject) {
            document_add(w->d, BLOCK_PARAGRAPH, w->facts.items[i].sentence);
        }
    }
    for (size_t i = 0; i < w->r->rules->piece_count; i++) {
        add_piece(w, i);
    }
}

static void add_option(const writer *w, const rule_option *o)
{
    arena *a = w->d->arena;
    const char *about = about_of(w, o->about, o->about_ru);
    const char *values = *o->values ? arena_format(a, choose(w, " Values: `%s`."), o->values) : "";
    const char *words = arena_format(a, choose(w, "`%s`: %s.%s Now: `%s`%s."), o->name, about, values ? values : "",
                                     o->chosen ? o->chosen : "", o->set ? choose(w, ", as chosen") : "");
    document_add(w->d, BLOCK_ITEM, words ? words : "");
}

static void add_options(const writer *w)
{
    const ruleset *rules = w->r->rules;
    if (!rules->option_count) {
        return;
    }
    document_add(w->d, BLOCK_HEADING, choose(w, "Options"));
    document_add(
        w->d, BLOCK_PARAGRAPH,
        choose(
            w,
            "Players may agree on these (`--set NAME=VALUE`). This page shows the rules with the values chosen now."));
    for (size_t i = 0; i < rules->option_count; i++) {
        add_option(w, &rules->options[i]);
    }
}

void describe_write(document *d, const describe_request *request)
{
    writer w = {d, request, request->language == FACT_RUSSIAN, {0}};
    w.facts = facts_of(request->rules, &request->notes, request->language, d->arena);
    add_head(&w);
    add_difference(&w);
    add_topic(&w, TOPIC_GOAL);
    add_topic(&w, TOPIC_BOARD);
    if (request->board) {
        add_diagram(&w, request->board(request->state));
    }
    add_topic(&w, TOPIC_PLAYERS);
    add_topic(&w, TOPIC_TURN);
    add_pieces(&w);
    for (fact_topic topic = TOPIC_CASTLING; topic < TOPIC_COUNT; topic++) {
        add_topic(&w, topic);
    }
    add_options(&w);
}
