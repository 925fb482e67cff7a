/* The list of facts, and what differs between two lists. */
#include "describe/facts.h"
#include "describe/words.h"

#include <string.h>

static teller teller_of(const ruleset *rules, const fact_notes *notes, fact_language language, arena *a,
                        fact_list *list)
{
    return (teller){a, rules, language == SPEAKS_RUSSIAN, TOPIC_GOAL, "", false, list, notes};
}

fact_list facts_of(const ruleset *rules, const fact_notes *notes, fact_language language, arena *a)
{
    fact_list list = {0};
    teller t = teller_of(rules, notes, language, a, &list);
    tell_goal(&t);
    tell_board(&t);
    tell_players(&t);
    tell_pieces(&t);
    tell_castlings(&t);
    tell_course(&t);
    tell_hooks(&t);
    tell_endings(&t);
    tell_writing(&t);
    return list;
}

const char *facts_piece_title(const ruleset *rules, size_t piece, fact_language language, arena *a)
{
    const fact_notes none = {0};
    teller t = teller_of(rules, &none, language, a, NULL);
    return capital(&t, piece_word(&t, (int)piece, FORM_PLAIN));
}

const char *facts_topic_title(fact_topic topic, fact_language language)
{
    static const char *const titles[TOPICS][2] = {
        [TOPIC_GOAL] = {"The goal", "Цель игры"},
        [TOPIC_BOARD] = {"The board", "Доска"},
        [TOPIC_PLAYERS] = {"The players", "Игроки"},
        [TOPIC_TURN] = {"Turns", "Ходы"},
        [TOPIC_PIECES] = {"The pieces", "Фигуры"},
        [TOPIC_CASTLING] = {"Castling and rights", "Рокировка и права"},
        [TOPIC_CAPTURES] = {"Captures", "Взятие"},
        [TOPIC_CHECKS] = {"Check", "Шах"},
        [TOPIC_HANDS] = {"Captured men", "Взятые фигуры"},
        [TOPIC_CHANCE] = {"The dice", "Кости"},
        [TOPIC_SIGHT] = {"What players see", "Что видят игроки"},
        [TOPIC_SPECIAL] = {"Special rules", "Особые правила"},
        [TOPIC_END] = {"The end", "Конец игры"},
        [TOPIC_NOTATION] = {"How it is written", "Запись"},
    };
    return titles[topic][language == SPEAKS_RUSSIAN];
}

/* ---- comparison ---- */

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

/* Takes the facts that both lists have out of both: they are marked by a NULL sentence. */
static void strike_out(fact_list *first, fact_list *second)
{
    for (size_t i = 0; i < second->count; i++) {
        for (size_t k = 0; k < first->count; k++) {
            fact *one = &first->items[k], *other = &second->items[i];
            if (one->sentence && same_matter(one, other) && strcmp(one->sentence, other->sentence) == 0) {
                one->sentence = other->sentence = NULL;
                break;
            }
        }
    }
}

/* A fact of the list about the same matter, which is thereby used up; NULL. */
static const char *partner(fact_list *list, const fact *of)
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
static const char *subject_words(const teller *t, const char *subject)
{
    return *subject ? tell(t, "%s: ", "%s: ", capital(t, name_word(t, subject, FORM_PLAIN))) : "";
}

/* All that is left about that piece, in one paragraph. */
static const char *gathered(const teller *t, fact_list *list, const char *subject)
{
    const char *words = "";
    for (size_t i = 0; i < list->count; i++) {
        fact *f = &list->items[i];
        if (f->sentence && strcmp(f->subject, subject) == 0) {
            words = tell(t, "%s %s", "%s %s", words, f->sentence);
            f->sentence = NULL;
        }
    }
    return words;
}

static const char *title_of(const teller *t, const ruleset *rules)
{
    return t->russian && rules->title_ru ? rules->title_ru : rules->title;
}

typedef struct comparison {
    teller t;
    const ruleset *first, *second;
    fact_list was, is;
} comparison;

static void report(comparison *c, const fact *about, const char *sentence)
{
    c->t.topic = about->topic;
    c->t.subject = about->subject;
    say(&c->t, about->slot, "%s", "%s", sentence);
}

static void report_new(comparison *c)
{
    const teller *t = &c->t;
    for (size_t i = 0; i < c->is.count; i++) {
        fact *f = &c->is.items[i];
        if (!f->sentence) {
            continue;
        }
        const fact about = *f;
        const char *who = subject_words(t, f->subject);
        if (*f->subject && !has_piece(c->first, f->subject)) {
            report(c, &about,
                   tell(t, "New piece. %s%s", "Новая фигура. %s%s", who, gathered(t, &c->is, f->subject) + 1));
            continue;
        }
        const char *before = partner(&c->was, f);
        report(c, &about,
               before ? tell(t, "%s%s (In %s: %s)", "%s%s (В игре «%s»: %s)", who, about.sentence,
                             title_of(&c->t, c->first), before)
                      : tell(t, "%s%s", "%s%s", who, about.sentence));
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

/* All that was said about the same matter, in one paragraph. */
static const char *gathered_matter(const teller *t, fact_list *list, const fact *about)
{
    const char *words = "", *one;
    while ((one = partner(list, about)) != NULL) {
        words = tell(t, "%s%s%s", "%s%s%s", words, *words ? " " : "", one);
    }
    return words;
}

/* A topic of which the second game says nothing at all. */
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
           tell(&c->t, "None of the rules of %s under “%s” hold here.",
                "Из правил игры «%s» здесь не действует ничего по теме «%s».", title_of(&c->t, c->first),
                facts_topic_title(about->topic, c->t.russian ? SPEAKS_RUSSIAN : SPEAKS_ENGLISH)));
    return true;
}

static void report_gone(comparison *c)
{
    const teller *t = &c->t;
    for (size_t i = 0; i < c->was.count; i++) {
        const fact about = c->was.items[i];
        if (!about.sentence || report_topic(c, &about)) {
            continue;
        }
        if (*about.subject && !has_piece(c->second, about.subject)) {
            (void)gathered(t, &c->was, about.subject);
            report(c, &about, tell(t, "There is no %s.", "Нет фигуры: %s.", name_word(t, about.subject, FORM_PLAIN)));
            continue;
        }
        const char *gone = gathered_matter(t, &c->was, &about);
        report(c, &about,
               tell(t, "%sNo longer holds: %s", "%sБольше не действует: %s", subject_words(t, about.subject), gone));
    }
}

fact_list facts_compare(const ruleset *first, const fact_notes *first_notes, const ruleset *second,
                        const fact_notes *second_notes, fact_language language, arena *a)
{
    fact_list list = {0};
    comparison c = {.first = first, .second = second};
    c.was = facts_of(first, first_notes, language, a);
    c.is = facts_of(second, second_notes, language, a);
    c.t = teller_of(second, second_notes, language, a, &list);
    strike_out(&c.was, &c.is);
    report_new(&c);
    report_gone(&c);
    return list;
}
