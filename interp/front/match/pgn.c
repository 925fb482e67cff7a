#include "front/match/pgn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COLUMNS = 80 };

static void put_tag(text *t, const char *name, const char *value)
{
    text safe = {0};
    text_add_safe(&safe, value, strlen(value));
    text_print(t, "[%s \"", name);
    for (const char *at = text_string(&safe); *at; at++) {
        if (*at == '"' || *at == '\\') {
            text_char(t, '\\');
        }
        text_char(t, *at);
    }
    text_put(t, "\"]\n");
    text_finish(&safe);
}

/* PGN's own words where it has them: "*0.1" would be a sandclock, "1/0.1" is a tenth of a second for each move. */
static void put_time(text *t, const char *name, const side *s)
{
    text words = {0};
    const side_limits *l = &s->limits;
    if (l->clock) {
        text_print(&words, "%g", l->clock / 1e3);
        if (l->increment) {
            text_print(&words, "+%g", l->increment / 1e3);
        }
    } else if (l->movetime) {
        text_print(&words, "1/%g", l->movetime / 1e3);
    } else {
        text_char(&words, '-');
    }
    put_tag(t, name, text_string(&words));
    text_finish(&words);
}

static bool same_time(const side_limits *a, const side_limits *b)
{
    return a->clock == b->clock && a->increment == b->increment && a->movetime == b->movetime;
}

static const char *termination(const bout_result *r)
{
    if (r->end == BOUT_FAULT) {
        return r->fault == FAULT_TIME ? "time forfeit" : r->fault == FAULT_CRASH ? "abandoned" : "rules infraction";
    }
    return r->end == BOUT_LENGTH                             ? "adjudication"
           : r->end == BOUT_STOPPED || r->end == BOUT_FAILED ? "unterminated"
                                                             : "normal";
}

static void put_tags(text *t, const pgn_game *g)
{
    static const char *const names[2] = {"White", "Black"};
    const ferz_game *game = ferz_play_game(g->play);
    char round[32];
    snprintf(round, sizeof round, "%zu", g->round);
    put_tag(t, "Event", g->event);
    put_tag(t, "Site", "?");
    put_tag(t, "Date", g->date);
    put_tag(t, "Round", round);
    put_tag(t, "White", g->sides[0]->name);
    put_tag(t, "Black", g->sides[1]->name);
    put_tag(t, "Result", bout_score(g->result));
    put_tag(t, "Variant", ferz_game_name(game));
    put_tag(t, "SetUp", "1");
    put_tag(t, "FEN", g->from);
    put_tag(t, "RulesHash", ferz_game_fingerprint(game));
    put_tag(t, "Termination", termination(g->result));
    if (same_time(&g->sides[0]->limits, &g->sides[1]->limits)) {
        put_time(t, "TimeControl", g->sides[0]);
    }
    for (int seat = 0; seat < 2; seat++) {
        text name = {0}, words = {0};
        if (!same_time(&g->sides[0]->limits, &g->sides[1]->limits)) {
            text_print(&name, "%sTimeControl", names[seat]);
            put_time(t, text_string(&name), g->sides[seat]);
            text_clear(&name);
        }
        side_put_limits(&words, &g->sides[seat]->limits);
        text_print(&name, "%sLimits", names[seat]);
        if (words.length) {
            put_tag(t, text_string(&name), text_string(&words));
        }
        text_finish(&name);
        text_finish(&words);
    }
}

/* Adds a word to a line that is broken before column 80. */
static void put_word(text *t, size_t *column, const char *word)
{
    size_t length = strlen(word);
    if (*column && *column + 1 + length >= COLUMNS) {
        text_char(t, '\n');
        *column = 0;
    } else if (*column) {
        text_char(t, ' ');
        ++*column;
    }
    text_put(t, word);
    *column += length;
}

/* The same word by word. */
static void put_words(text *t, size_t *column, const char *words)
{
    text one = {0};
    while (*words) {
        size_t length = strcspn(words, " ");
        text_clear(&one);
        text_add(&one, words, length);
        put_word(t, column, text_string(&one));
        words += length + strspn(words + length, " ");
    }
    text_finish(&one);
}

static void put_moves(text *t, size_t *column, const pgn_game *g, ferz_messages *messages)
{
    /* Played again, to know who moved: a turn may be several plies, and players may be many. */
    ferz_play *play = ferz_play_create(ferz_play_game(g->play), g->from, messages);
    size_t number = 0, before = 1, plies = ferz_play_plies(g->play);
    text word = {0};
    for (size_t i = 0; play && i < plies; i++) {
        const char *move = ferz_play_ply(g->play, i);
        size_t mover = ferz_play_mover(play);
        bool dice = strchr(move, ' ') != NULL;
        text_clear(&word);
        if (!dice) {
            if ((mover == 0 && before != 0) || number == 0) {
                text_print(&word, mover == 0 ? "%zu." : "%zu...", ++number);
                put_word(t, column, text_string(&word));
            }
            before = mover;
        }
        text_clear(&word);
        text_print(&word, dice ? "{%s}" : "%s", move);
        put_words(t, column, text_string(&word));
        if (ferz_play_move(play, move, messages) != FERZ_OK) {
            break;
        }
    }
    text_finish(&word);
    ferz_play_destroy(play);
}

void pgn_write(const pgn_game *g, ferz_messages *messages, text *t)
{
    size_t column = 0;
    text why = {0};
    put_tags(t, g);
    text_char(t, '\n');
    put_moves(t, &column, g, messages);
    text_char(&why, '{');
    text_add_safe(&why, text_string(&g->result->words), g->result->words.length);
    for (size_t i = 1; i < why.length; i++) {
        /* The first would end the remark; the others may come to begin a line, which many take for a tag, or leave out. */
        char c = why.bytes[i];
        why.bytes[i] = c == '}' || c == ']' ? ')' : c == '[' ? '(' : c == '%' ? '/' : c;
    }
    text_char(&why, '}');
    put_words(t, &column, text_string(&why));
    put_word(t, &column, bout_score(g->result));
    text_put(t, "\n\n");
    text_finish(&why);
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
