/* The list of facts, and the differences of two lists. */
#include "explain/rule_facts.h"
#include "explain/grammar.h"
#include "explain/translate.h"

#include <string.h>

static describer describer_of(const ruleset *rules, const fact_notes *notes, fact_language language, arena *a,
                              fact_list *list)
{
    return (describer){a, rules, language == FACT_RUSSIAN, TOPIC_GOAL, "", false, list, notes};
}

fact_list facts_of(const ruleset *rules, const fact_notes *notes, fact_language language, arena *a)
{
    fact_list list = {0};
    describer t = describer_of(rules, notes, language, a, &list);
    describe_goal(&t);
    describe_board(&t);
    describe_players(&t);
    describe_pieces(&t);
    describe_castlings(&t);
    describe_play(&t);
    describe_hooks(&t);
    describe_endings(&t);
    describe_notation(&t);
    return list;
}

const char *facts_piece_title(const ruleset *rules, size_t piece, fact_language language, arena *a)
{
    const fact_notes none = {0};
    describer t = describer_of(rules, &none, language, a, NULL);
    return capital(t.arena, piece_word(&t, (int)piece, FORM_NOMINATIVE));
}

const char *facts_topic_title(fact_topic topic, fact_language language, arena *a)
{
    static const char *const titles[TOPIC_COUNT] = {
        [TOPIC_GOAL] = "The goal",
        [TOPIC_BOARD] = "The board",
        [TOPIC_PLAYERS] = "The players",
        [TOPIC_TURN] = "Turns",
        [TOPIC_PIECES] = "The pieces",
        [TOPIC_CASTLING] = "Castling",
        [TOPIC_CAPTURES] = "Capturing",
        [TOPIC_CHECKS] = "Check",
        [TOPIC_HANDS] = "Captured and dropped pieces",
        [TOPIC_DICE] = "The dice",
        [TOPIC_VISIBILITY] = "What players see",
        [TOPIC_SPECIAL] = "Special rules",
        [TOPIC_END] = "The end of the game",
        [TOPIC_NOTATION] = "For the program",
        [TOPIC_DETAIL] = "The script",
    };
    return language == FACT_RUSSIAN ? translate_russian(a, titles[topic]) : titles[topic];
}

/* ---- comparison ---- */

enum { SENTENCE_FUEL = 100 /* steps for each fact that a sentence may be made of */ };

static bool same_matter(const fact *a, const fact *b)
{
    return a->topic == b->topic && strcmp(a->subject, b->subject) == 0 && strcmp(a->slot, b->slot) == 0;
}

static bool has_piece(const ruleset *rules, const char *name)
{
    for (size_t i = 0; i < rules->piece_count; i++) {
        if (strcmp(rules->pieces[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Removes the facts that both lists have; their sentence becomes NULL. */
static void remove_common(fact_list *first, fact_list *second, fuel *left)
{
    for (size_t i = 0; i < second->count && fuel_draw(left, (uint32_t)first->count + 1); i++) {
        for (size_t k = 0; k < first->count; k++) {
            fact *one = &first->items[k], *other = &second->items[i];
            if (one->sentence && same_matter(one, other) && strcmp(one->sentence, other->sentence) == 0) {
                one->sentence = other->sentence = NULL;
                break;
            }
        }
    }
}

/* Finds a fact about the same matter and removes it from the list; its sentence or NULL. */
static const char *take_match(fact_list *list, const fact *of)
{
    for (size_t k = 0; k < list->count; k++) {
        if (list->items[k].sentence && same_matter(&list->items[k], of)) {
            const char *sentence = list->items[k].sentence;
            list->items[k].sentence = NULL;
            return sentence;
        }
    }
    return NULL;
}

/* "Pawn: " before a sentence about a piece. */
static const char *subject_words(const describer *t, const char *subject)
{
    return *subject ? format_localized(t, "%s: ", capital(t->arena, name_word(t, subject, FORM_NOMINATIVE))) : "";
}

/* All remaining facts about that piece, as one paragraph. */
static const char *take_about(const describer *t, fact_list *list, const char *subject)
{
    const char *words = "";
    for (size_t i = 0; i < list->count; i++) {
        fact *f = &list->items[i];
        if (f->sentence && strcmp(f->subject, subject) == 0) {
            words = format_localized(t, "%s %s", words, f->sentence);
            f->sentence = NULL;
        }
    }
    return words;
}

static const char *title_of(const describer *t, const ruleset *rules)
{
    return t->russian && rules->title_ru ? rules->title_ru : rules->title;
}

typedef struct comparison {
    describer t;
    const ruleset *first, *second;
    fact_list was, is;
    fuel *left;
} comparison;

static void report(comparison *c, const fact *about, const char *sentence)
{
    c->t.topic = about->topic;
    c->t.subject = about->subject;
    add_fact(&c->t, about->slot, "%s", sentence);
}

static void report_new(comparison *c)
{
    const describer *t = &c->t;
    for (size_t i = 0; i < c->is.count; i++) {
        fact *f = &c->is.items[i];
        if (!fuel_draw(c->left, SENTENCE_FUEL + (uint32_t)c->is.count)) {
            return;
        }
        if (!f->sentence) {
            continue;
        }
        const fact about = *f;
        const char *name = subject_words(t, f->subject);
        if (*f->subject && !has_piece(c->first, f->subject)) {
            report(c, &about, format_localized(t, "New piece. %s%s", name, take_about(t, &c->is, f->subject) + 1));
            continue;
        }
        const char *before = take_match(&c->was, f);
        report(c, &about,
               before ? format_localized(t, "%s%s (In %s: %s)", name, about.sentence, title_of(&c->t, c->first), before)
                      : format_localized(t, "%s%s", name, about.sentence));
        f->sentence = NULL;
    }
}

static size_t topic_count(const fact_list *list, fact_topic topic)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        count += list->items[i].topic == topic;
    }
    return count;
}

/* All remaining facts about the same matter, as one paragraph. */
static const char *take_all_matches(const describer *t, fact_list *list, const fact *about)
{
    const char *words = "", *one;
    while ((one = take_match(list, about)) != NULL) {
        words = format_localized(t, "%s%s%s", words, *words ? " " : "", one);
    }
    return words;
}

/* A topic about which the second variant has no facts at all. */
static bool report_topic(comparison *c, const fact *about)
{
    if (topic_count(&c->is, about->topic) || topic_count(&c->was, about->topic) < 2) {
        return false;
    }
    for (size_t i = 0; i < c->was.count; i++) {
        if (c->was.items[i].topic == about->topic) {
            c->was.items[i].sentence = NULL;
        }
    }
    report(c, about,
           format_localized(&c->t, "None of the rules of %s under “%s” hold here.", title_of(&c->t, c->first),
                            facts_topic_title(about->topic, c->t.russian ? FACT_RUSSIAN : FACT_ENGLISH, c->t.arena)));
    return true;
}

static void report_removed(comparison *c)
{
    const describer *t = &c->t;
    for (size_t i = 0; i < c->was.count; i++) {
        const fact about = c->was.items[i];
        if (!fuel_draw(c->left, SENTENCE_FUEL + (uint32_t)c->was.count)) {
            return;
        }
        if (!about.sentence || report_topic(c, &about)) {
            continue;
        }
        if (*about.subject && !has_piece(c->second, about.subject)) {
            (void)take_about(t, &c->was, about.subject);
            report(c, &about, format_localized(t, "There is no %s.", name_word(t, about.subject, FORM_NOMINATIVE)));
            continue;
        }
        const char *gone = take_all_matches(t, &c->was, &about);
        report(c, &about, format_localized(t, "%sNo longer holds: %s", subject_words(t, about.subject), gone));
    }
}

/* The facts without examples, which differ where rules do not. */
static fact_list facts_without_examples(const ruleset *rules, const fact_notes *notes, fact_language language, arena *a)
{
    fact_notes bare = *notes;
    possibilities *possible = notes->possible ? arena_new(a, possibilities, 1) : NULL;
    if (possible) {
        *possible = *notes->possible;
        possible->examples = (move_examples){NULL, NULL, NULL, NULL};
        bare.possible = possible;
    }
    return facts_of(rules, &bare, language, a);
}

fact_list facts_compare(const ruleset *first, const fact_notes *first_notes, const ruleset *second,
                        const fact_notes *second_notes, fact_language language, fuel *left, arena *a)
{
    fact_list list = {0};
    comparison c = {.first = first, .second = second, .left = left};
    c.was = facts_without_examples(first, first_notes, language, a);
    c.is = facts_without_examples(second, second_notes, language, a);
    c.t = describer_of(second, second_notes, language, a, &list);
    remove_common(&c.was, &c.is, left);
    report_new(&c);
    report_removed(&c);
    return list;
}
