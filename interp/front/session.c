#include "front/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "front/words.h"

/* Far more than any game that was ever played; keeps a wrong file on standard input from filling the memory. */
enum { MOVES_BYTES_MAX = 16 << 20 };

ferz_result session_failure(const session *s)
{
    ferz_result result = s->messages ? ferz_messages_result(s->messages) : FERZ_FAULT;
    return result == FERZ_OK ? FERZ_FAULT : result;
}

const char *player_name(const ferz_game *game, size_t player)
{
    return player < ferz_game_players(game) ? ferz_game_player(game, player) : "chance";
}

void session_put_status(text *t, const ferz_game *game, const ferz_status *status)
{
    if (status->outcome == FERZ_ONGOING) {
        text_put(t, "ongoing\n");
        return;
    }
    if (status->outcome == FERZ_WIN) {
        size_t winners = 0;
        for (size_t i = 0; i < ferz_game_players(game); i++) {
            if (ferz_game_allied(game, status->winner, i)) {
                text_print(t, "%s%s", winners++ ? " and " : "", player_name(game, i));
            }
        }
        text_put(t, winners > 1 ? " win" : " wins");
    } else {
        text_put(t, "draw");
    }
    text_print(t, "%s%s\n", *status->reason ? ": " : "", status->reason);
}

ferz_result session_load(session *s, const options *o, const output *out)
{
    *s = (session){.messages = ferz_messages_create(out->colour_err)};
    if (s->messages) {
        s->game = ferz_game_load(o->arguments[0], o->rules, o->settings, o->setting_count,
                                 (uint64_t)o->number[OPTION_SEED], s->messages);
    }
    if (s->game && o->value[OPTION_UNTUNED]) {
        ferz_game_untune(s->game);
    }
    return s->game ? FERZ_OK : session_failure(s);
}

static ferz_result add_standard_input(session *s, text *t, output *out)
{
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, stdin)) > 0) {
        text_add(t, block, got);
        if (t->length > MOVES_BYTES_MAX || memchr(block, '\0', got)) {
            output_complain(out, "standard input holds no list of moves");
            s->told = true;
            return FERZ_NO;
        }
    }
    if (ferror(stdin)) {
        output_complain(out, "cannot read standard input: %s", strerror(errno));
        s->told = true;
        return FERZ_FAULT;
    }
    return FERZ_OK;
}

static ferz_result play_moves(session *s, output *out, const char *words)
{
    text moves = {0};
    size_t count = words_add(&moves, words);
    ferz_result result = moves.failed ? FERZ_FAULT : FERZ_OK;
    const char *move = text_string(&moves);
    for (size_t i = 0; i < count && result == FERZ_OK; i++, move += strlen(move) + 1) {
        result = ferz_play_move(s->play, move, s->messages);
        if (result != FERZ_OK) {
            output_complain(out, "move %zu of %zu, \"%s\", was not played", i + 1, count, move);
        }
    }
    text_finish(&moves);
    return result;
}

ferz_result session_open(session *s, const options *o, output *out, size_t moves_left)
{
    ferz_result result = session_load(s, o, out);
    if (result != FERZ_OK) {
        return result;
    }
    s->play = ferz_play_create(s->game, o->value[OPTION_FEN], s->messages);
    if (!s->play) {
        return session_failure(s);
    }
    text words = {0};
    for (size_t i = 0; i + moves_left < o->move_count && result == FERZ_OK; i++) {
        if (strcmp(o->moves[i], "-") == 0) {
            result = add_standard_input(s, &words, out);
        } else {
            text_put(&words, o->moves[i]);
        }
        text_char(&words, ' ');
    }
    if (words.failed) {
        result = FERZ_FAULT;
    }
    if (result == FERZ_OK) {
        result = play_moves(s, out, text_string(&words));
    }
    text_finish(&words);
    return result;
}

int session_close(session *s, output *out, ferz_result result)
{
    /* A plain "no" may come without an error: then warnings about the rules are of no interest here. */
    if (s->messages && result != FERZ_OK && (ferz_messages_errors(s->messages) || result != FERZ_NO)) {
        output_messages(out, s->messages);
    }
    if (!s->messages || (result == FERZ_FAULT && !s->told && ferz_messages_count(s->messages) == 0)) {
        output_complain(out, "out of memory");
    }
    ferz_play_destroy(s->play);
    ferz_game_destroy(s->game);
    ferz_messages_destroy(s->messages);
    *s = (session){0};
    return (int)result;
}
