#include "match/pgn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TAGS_MAX = 20 };

/* The tags of a game; the values made here are freed at the end. */
typedef struct tag_list {
    ferz_pgn_tag tags[TAGS_MAX];
    char *made[TAGS_MAX];
    size_t count, made_count;
    bool failed;
} tag_list;

static void add_tag(tag_list *l, const char *name, const char *value)
{
    l->tags[l->count++] = (ferz_pgn_tag){name, value};
}

/* Adds a tag whose value is made; takes the text. */
static void add_made_tag(tag_list *l, const char *name, text *value)
{
    char *made = value->failed ? NULL : text_detach(value);
    l->failed = l->failed || !made;
    l->made[l->made_count++] = made;
    add_tag(l, name, made ? made : "");
}

/* PGN's own values where it has them. "*0.1" would be a sandclock; "1/0.1" is a tenth of a second for each move. */
static void add_time(tag_list *tags, const char *name, const player_spec *s)
{
    text value = {0};
    const player_limits *l = &s->limits;
    if (l->clock) {
        text_print(&value, "%g", l->clock / 1e3);
        if (l->increment) {
            text_print(&value, "+%g", l->increment / 1e3);
        }
    } else if (l->movetime) {
        text_print(&value, "1/%g", l->movetime / 1e3);
    } else {
        text_char(&value, '-');
    }
    add_made_tag(tags, name, &value);
}

static bool same_time(const player_limits *a, const player_limits *b)
{
    return a->clock == b->clock && a->increment == b->increment && a->movetime == b->movetime;
}

static const char *termination(const match_game_result *r)
{
    if (r->disputed) {
        return "adjudication"; /* our rules decide, not the program that ended the game */
    }
    if (r->end == MATCH_GAME_FAULT) {
        return r->fault == FAULT_TIME ? "time forfeit" : r->fault == FAULT_CRASH ? "abandoned" : "rules infraction";
    }
    return r->end == MATCH_GAME_MAX_PLIES                                   ? "adjudication"
           : r->end == MATCH_GAME_INTERRUPTED || r->end == MATCH_GAME_ERROR ? "unterminated"
                                                                            : "normal";
}

static void add_tags(tag_list *l, const pgn_game *v)
{
    static const char *const times[2] = {"WhiteTimeControl", "BlackTimeControl"};
    static const char *const limits[2] = {"WhiteLimits", "BlackLimits"};
    text round = {0};
    text_print(&round, "%zu", v->round);
    add_tag(l, "Event", v->event);
    add_tag(l, "Site", "?");
    add_tag(l, "Date", v->date);
    add_made_tag(l, "Round", &round);
    add_tag(l, "White", v->specs[0]->name);
    add_tag(l, "Black", v->specs[1]->name);
    add_tag(l, "Result", match_game_score(v->result));
    add_tag(l, "Rules", ferz_variant_facts(ferz_game_variant(v->game))->name);
    add_tag(l, "RulesHash", ferz_variant_facts(ferz_game_variant(v->game))->fingerprint);
    add_tag(l, "Termination", termination(v->result));
    bool same = same_time(&v->specs[0]->limits, &v->specs[1]->limits);
    if (same) {
        add_time(l, "TimeControl", v->specs[0]);
    }
    for (int seat = 0; seat < 2; seat++) {
        if (!same) {
            add_time(l, times[seat], v->specs[seat]);
        }
        text value = {0};
        player_limits_put(&value, &v->specs[seat]->limits);
        if (value.length) {
            add_made_tag(l, limits[seat], &value);
        }
        text_finish(&value);
    }
}

void pgn_write(const pgn_game *v, ferz_messages *messages, text *t)
{
    tag_list l = {.count = 0};
    add_tags(&l, v);
    text why = {0};
    text_put(&why, text_string(&v->result->reason));
    if (v->result->disputed) {
        text_put(&why, "; disputed: the program may play by other rules");
    }
    bool failed = l.failed || why.failed;
    char *pgn = failed ? NULL : ferz_game_pgn(v->game, l.tags, l.count, text_string(&why), messages);
    text_finish(&why);
    t->failed |= !pgn;
    text_print(t, "%s\n", pgn ? pgn : "");
    ferz_free(pgn);
    for (size_t i = 0; i < l.made_count; i++) {
        ferz_free(l.made[i]);
    }
}

bool pgn_append(int file, const text *t)
{
    if (t->failed) {
        errno = ENOMEM;
        return false;
    }
    for (size_t done = 0; done < t->length;) {
        ssize_t n = write(file, t->bytes + done, t->length - done);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        done += n > 0 ? (size_t)n : 0;
    }
    return true;
}
