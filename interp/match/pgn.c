#include "match/pgn.h"

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

/* PGN's own values where it has them. "*0.1" would be a sandclock; "1/0.1" is a tenth of a second for each move. */
static void put_time(text *t, const char *name, const player_spec *s)
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
    put_tag(t, name, text_string(&value));
    text_finish(&value);
}

static bool same_time(const player_limits *a, const player_limits *b)
{
    return a->clock == b->clock && a->increment == b->increment && a->movetime == b->movetime;
}

static const char *termination(const match_game_result *r)
{
    if (r->end == MATCH_GAME_FAULT) {
        return r->fault == FAULT_TIME ? "time forfeit" : r->fault == FAULT_CRASH ? "abandoned" : "rules infraction";
    }
    return r->end == MATCH_GAME_MAX_PLIES                                   ? "adjudication"
           : r->end == MATCH_GAME_INTERRUPTED || r->end == MATCH_GAME_ERROR ? "unterminated"
                                                                            : "normal";
}

static void put_tags(text *t, const pgn_game *v)
{
    static const char *const names[2] = {"White", "Black"};
    const ferz_variant *variant = ferz_game_variant(v->game);
    char round[32];
    snprintf(round, sizeof round, "%zu", v->round);
    put_tag(t, "Event", v->event);
    put_tag(t, "Site", "?");
    put_tag(t, "Date", v->date);
    put_tag(t, "Round", round);
    put_tag(t, "White", v->specs[0]->name);
    put_tag(t, "Black", v->specs[1]->name);
    put_tag(t, "Result", match_game_score(v->result));
    put_tag(t, "Variant", ferz_variant_name(variant));
    put_tag(t, "SetUp", "1");
    put_tag(t, "FEN", v->start_fen);
    put_tag(t, "RulesHash", ferz_variant_fingerprint(variant));
    put_tag(t, "Termination", termination(v->result));
    if (same_time(&v->specs[0]->limits, &v->specs[1]->limits)) {
        put_time(t, "TimeControl", v->specs[0]);
    }
    for (int seat = 0; seat < 2; seat++) {
        text name = {0}, value = {0};
        if (!same_time(&v->specs[0]->limits, &v->specs[1]->limits)) {
            text_print(&name, "%sTimeControl", names[seat]);
            put_time(t, text_string(&name), v->specs[seat]);
            text_clear(&name);
        }
        player_limits_put(&value, &v->specs[seat]->limits);
        text_print(&name, "%sLimits", names[seat]);
        if (value.length) {
            put_tag(t, text_string(&name), text_string(&value));
        }
        text_finish(&name);
        text_finish(&value);
    }
}

/* Adds a token and breaks the line before column 80. */
static void put_token(text *t, size_t *column, const char *token)
{
    size_t length = strlen(token);
    if (*column && *column + 1 + length >= COLUMNS) {
        text_char(t, '\n');
        *column = 0;
    } else if (*column) {
        text_char(t, ' ');
        ++*column;
    }
    text_put(t, token);
    *column += length;
}

/* Adds a text token by token. */
static void put_tokens(text *t, size_t *column, const char *string)
{
    text one = {0};
    while (*string) {
        size_t length = strcspn(string, " ");
        text_clear(&one);
        text_add(&one, string, length);
        put_token(t, column, text_string(&one));
        string += length + strspn(string + length, " ");
    }
    text_finish(&one);
}

static void put_moves(text *t, size_t *column, const pgn_game *v, ferz_messages *messages)
{
    /* Replays the game to know who moved: a turn may have several plies, and there may be more than two players. */
    ferz_game *game = ferz_game_create(ferz_game_variant(v->game), v->start_fen, messages);
    size_t number = 0, previous_side = 1, plies = ferz_game_ply_count(v->game);
    text token = {0};
    for (size_t i = 0; game && i < plies; i++) {
        const char *move = ferz_game_ply(v->game, i);
        size_t side_to_move = ferz_game_side_to_move(game);
        bool dice = strchr(move, ' ') != NULL;
        text_clear(&token);
        if (!dice) {
            if ((side_to_move == 0 && previous_side != 0) || number == 0) {
                text_print(&token, side_to_move == 0 ? "%zu." : "%zu...", ++number);
                put_token(t, column, text_string(&token));
            }
            previous_side = side_to_move;
        }
        text_clear(&token);
        text_print(&token, dice ? "{%s}" : "%s", move);
        put_tokens(t, column, text_string(&token));
        if (ferz_game_move(game, move, messages) != FERZ_OK) {
            break;
        }
    }
    text_finish(&token);
    ferz_game_destroy(game);
}

void pgn_write(const pgn_game *v, ferz_messages *messages, text *t)
{
    size_t column = 0;
    text why = {0};
    put_tags(t, v);
    text_char(t, '\n');
    put_moves(t, &column, v, messages);
    text_char(&why, '{');
    text_add_safe(&why, text_string(&v->result->reason), v->result->reason.length);
    for (size_t i = 1; i < why.length; i++) {
        /* '}' would end the comment; other signs could begin a line, where readers take them for tags or escapes. */
        char c = why.bytes[i];
        why.bytes[i] = c == '}' || c == ']' ? ')' : c == '[' ? '(' : c == '%' ? '/' : c;
    }
    text_char(&why, '}');
    put_tokens(t, &column, text_string(&why));
    put_token(t, &column, match_game_score(v->result));
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
