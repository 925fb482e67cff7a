#include "explain/describe.h"
#include "explain/grammar.h"
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
    document_add(w->d, BLOCK_CONTENTS, choose(w, "Contents"));
}

/* What a page leaves to comparisons. */
static size_t count_told(const fact_list *list)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        count += list->items[i].topic != TOPIC_DETAIL;
    }
    return count;
}

static void add_list(const writer *w, const fact_list *list)
{
    size_t count = count_told(list);
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].topic != TOPIC_DETAIL) {
            document_add(w->d, count > 1 ? BLOCK_ITEM : BLOCK_PARAGRAPH, list->items[i].sentence);
        }
    }
}

static void add_difference(const writer *w)
{
    const describe_request *r = w->r;
    fact_list list = facts_compare(r->parent, &r->parent_notes, r->rules, &r->notes, r->language, r->fuel, w->d->arena);
    const char *heading = arena_format(w->d->arena, choose(w, "How it differs from: %s"), title_of(w, r->parent));
    document_add(w->d, BLOCK_HEADING, heading ? heading : "");
    if (!count_told(&list)) {
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

static void add_heading(const writer *w, fact_topic topic)
{
    document_add(w->d, BLOCK_HEADING, facts_topic_title(topic, w->r->language, w->d->arena));
}

static void add_topic(const writer *w, fact_topic topic)
{
    size_t count = count_topic(w, topic);
    if (count) {
        add_heading(w, topic);
        add_facts(w, topic, count > 1);
    }
}

static void add_goal(const writer *w)
{
    size_t count = count_topic(w, TOPIC_GOAL);
    add_heading(w, TOPIC_GOAL);
    if (count > 1) {
        document_add(w->d, BLOCK_PARAGRAPH, choose(w, "There are several ways to win, and any of them is enough:"));
    }
    add_facts(w, TOPIC_GOAL, count > 1);
}

static void add_board(const writer *w)
{
    add_heading(w, TOPIC_BOARD);
    if (w->r->board) {
        add_diagram(w, w->r->board(w->r->state));
    }
    add_facts(w, TOPIC_BOARD, count_topic(w, TOPIC_BOARD) > 1);
}

/* Several rules of one piece may come to the same words. */
static bool is_repeated(const writer *w, size_t index)
{
    const fact *f = &w->facts.items[index];
    for (size_t i = 0; i < index; i++) {
        const fact *g = &w->facts.items[i];
        if (g->topic == f->topic && strcmp(g->subject, f->subject) == 0 && strcmp(g->sentence, f->sentence) == 0) {
            return true;
        }
    }
    return false;
}

static void add_piece(const writer *w, size_t index, bool heads)
{
    const rule_piece *p = &w->r->rules->pieces[index];
    const char *title = facts_piece_title(w->r->rules, index, w->r->language, w->d->arena);
    const char *heading = arena_format(w->d->arena, "%s (`%s`)", title, p->letter);
    text words = {0};
    for (size_t i = 0; i < w->facts.count; i++) {
        const fact *f = &w->facts.items[i];
        if (f->topic == TOPIC_PIECES && strcmp(f->subject, p->name) == 0 && !is_repeated(w, i)) {
            text_print(&words, "%s%s", words.length ? " " : "", f->sentence);
        }
    }
    bool silent = !words.length && !p->move_count; /* a name alone */
    if (heads) {
        document_add(w->d, silent ? BLOCK_ITEM : BLOCK_PIECE, heading ? heading : "");
    }
    if (words.length) {
        document_add(w->d, BLOCK_PARAGRAPH, text_string(&words));
    }
    w->d->arena->failed |= words.failed;
    text_finish(&words);
    if (w->r->moves && p->move_count) {
        add_diagram(w, w->r->moves(w->r->state, index));
    }
}

static void add_pieces(const writer *w)
{
    add_heading(w, TOPIC_PIECES);
    for (size_t i = 0; i < w->facts.count; i++) {
        if (w->facts.items[i].topic == TOPIC_PIECES && !*w->facts.items[i].subject) {
            document_add(w->d, BLOCK_PARAGRAPH, w->facts.items[i].sentence);
        }
    }
    for (size_t i = 0; i < w->r->rules->piece_count; i++) {
        add_piece(w, i, true);
    }
}

/* An option without values is on or off. */
static const char *chosen_words(const writer *w, const rule_option *o)
{
    arena *a = w->d->arena;
    const char *chosen = o->chosen ? o->chosen : "", *as = o->set ? choose(w, ", as chosen") : "";
    if (!*o->values) {
        return arena_format(a, choose(w, "Here: %s%s."), strcmp(chosen, "on") == 0 ? choose(w, "yes") : choose(w, "no"),
                            as);
    }
    return arena_format(a, choose(w, "It can be: `%s`. Here it is `%s`%s."), o->values, chosen, as);
}

static void add_option(const writer *w, const rule_option *o)
{
    const char *about = capital(w->d->arena, about_of(w, o->about, o->about_ru)), *chosen = chosen_words(w, o);
    const char *words = arena_format(w->d->arena, "%s. %s", about, chosen ? chosen : "");
    document_add(w->d, BLOCK_ITEM, words ? words : "");
}

static void add_options(const writer *w)
{
    const ruleset *rules = w->r->rules;
    if (!rules->option_count) {
        return;
    }
    document_add(w->d, BLOCK_HEADING, choose(w, "What players may agree on"));
    document_add(w->d, BLOCK_PARAGRAPH, choose(w, "This page shows the rules with what is chosen here."));
    for (size_t i = 0; i < rules->option_count; i++) {
        add_option(w, &rules->options[i]);
    }
}

static const char *option_name(const ruleset *rules, size_t index)
{
    return rules->options[index].name;
}

static const char *ending_name(const ruleset *rules, size_t index)
{
    return rules->endings[index].name;
}

/* One item with names that are typed or printed: "`repetition`, `fifty`". */
static void add_names(const writer *w, const char *english, size_t count,
                      const char *(*name)(const ruleset *rules, size_t index))
{
    const char *names = "";
    for (size_t i = 0; names && i < count; i++) {
        names = arena_format(w->d->arena, "%s%s`%s`", names, i ? ", " : "", name(w->r->rules, i));
    }
    const char *words = names && count ? arena_format(w->d->arena, choose(w, english), names) : NULL;
    if (words) {
        document_add(w->d, BLOCK_ITEM, words);
    }
}

static void add_program(const writer *w)
{
    const ruleset *rules = w->r->rules;
    if (count_topic(w, TOPIC_NOTATION) + rules->ending_count + rules->option_count) {
        add_heading(w, TOPIC_NOTATION);
        add_facts(w, TOPIC_NOTATION, true);
        add_names(w, "The endings are called, in this order: %s.", rules->ending_count, ending_name);
        add_names(w, "What players agree on is chosen with `--set NAME=VALUE`; the names are, in the order above: %s.",
                  rules->option_count, option_name);
    }
}

void describe_write(document *d, const describe_request *request)
{
    writer w = {d, request, request->language == FACT_RUSSIAN, {0}};
    w.facts = facts_of(request->rules, &request->notes, request->language, d->arena);
    add_head(&w);
    add_goal(&w);
    if (request->parent) {
        add_difference(&w);
    }
    add_board(&w);
    add_topic(&w, TOPIC_PLAYERS);
    add_topic(&w, TOPIC_TURN);
    add_pieces(&w);
    for (fact_topic topic = TOPIC_CASTLING; topic < TOPIC_NOTATION; topic++) {
        add_topic(&w, topic);
    }
    add_options(&w);
    add_program(&w);
}

void describe_write_piece(document *d, const describe_request *request, size_t piece, bool heading)
{
    writer w = {d, request, request->language == FACT_RUSSIAN, {0}};
    w.facts = facts_of(request->rules, &request->notes, request->language, d->arena);
    add_piece(&w, piece, heading);
}
