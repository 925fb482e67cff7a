#include "answers/answers.h"
#include "cli/session.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/code.h"
#include "base/read_file.h"
#include "cli/interrupt.h"
#include "base/move_tokens.h"

/* Longer than any game ever played; limits the memory that a wrong file on standard input can use. */
enum { MOVES_BYTES_MAX = 16 << 20 };

ferz_result session_failure(const session *s)
{
    ferz_result result = s->messages ? ferz_messages_result(s->messages) : FERZ_SYSTEM_ERROR;
    return result == FERZ_OK ? FERZ_SYSTEM_ERROR : result;
}

void status_put(text *t, const ferz_variant *variant, const ferz_status *status)
{
    if (status->outcome == FERZ_ONGOING) {
        text_put(t, "ongoing\n");
        return;
    }
    if (status->outcome == FERZ_WIN) {
        size_t winners = 0;
        for (size_t i = 0; i < ferz_variant_facts(variant)->player_count; i++) {
            if (ferz_variant_allied(variant, status->winner, i)) {
                text_print(t, "%s%s", winners++ ? " and " : "", answer_player(variant, i));
            }
        }
        text_put(t, winners > 1 ? " win" : " wins");
        if (status->winner_share < 100) {
            text_print(t, " %g to %g", status->winner_share / 100.0, (100 - status->winner_share) / 100.0);
        }
    } else {
        text_put(t, "draw");
    }
    text_print(t, "%s%s\n", *status->reason ? ": " : "", status->reason);
}

ferz_budget session_budget(const options *o)
{
    long seconds = o->number[OPTION_BUDGET];
    int milliseconds = !o->value[OPTION_BUDGET] ? 0 : seconds > 0 ? (int)seconds * 1000 : -1;
    return (ferz_budget){.milliseconds = milliseconds, .stop = interrupt_stop};
}

ferz_messages *session_messages(const options *o, const output *out)
{
    ferz_messages *messages = ferz_messages_create(out->colour_err && !o->value[OPTION_JSON]); /* no escapes in JSON */
    if (messages) {
        ferz_messages_set_budget(messages, session_budget(o));
        ferz_messages_set_language(messages, options_language(o));
    }
    return messages;
}

/* Warnings about rules are for `check`. But who wants the engine is told that it plays without what was learned. */
static void tell_what_is_unused(const options *o, const ferz_messages *messages, size_t first, output *out)
{
    const struct {
        diag_code code;
        size_t option; /* that asks for no such thing */
    } rows[] = {{CODE_NETWORK_UNUSED, OPTION_NO_NETWORK}, {CODE_TUNING_OTHER_RULES, OPTION_NO_TUNING}};
    const size_t count = o->value[OPTION_NO_TUNING] ? 0 : ferz_messages_count(messages);
    for (size_t i = first; i < count; i++) {
        const ferz_message m = ferz_messages_at(messages, i);
        for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
            if (strcmp(m.code, code_text(rows[k].code)) == 0 && options_accepts(o->command, rows[k].option) &&
                !o->value[rows[k].option]) {
                output_flush(out);
                fputs(m.rendered, stderr);
            }
        }
    }
}

void session_choose_learned(ferz_variant *v, const options *o, const ferz_messages *messages, size_t first, output *out)
{
    if (o->value[OPTION_NO_NETWORK]) {
        ferz_variant_clear_network(v);
    }
    if (o->value[OPTION_NO_TUNING]) {
        ferz_variant_clear_tuning(v);
    }
    tell_what_is_unused(o, messages, first, out);
}

ferz_result session_load(session *s, const options *o, output *out)
{
    *s = (session){.messages = session_messages(o, out)};
    if (s->messages) {
        ferz_messages_pool_budget(s->messages); /* --budget is for the whole command */
        s->variant = ferz_variant_load(o->arguments[0], o->rules, o->settings, o->setting_count,
                                       (uint64_t)o->number[OPTION_SEED], s->messages);
    }
    if (s->variant) {
        session_choose_learned(s->variant, o, s->messages, 0, out);
    }
    if (s->variant && o->value[OPTION_CHARACTERS]) {
        (void)ferz_variant_show_characters(s->variant); /* where the rules name none, letters are shown */
    }
    return s->variant ? FERZ_OK : session_failure(s);
}

static ferz_result add_standard_input(session *s, text *t, output *out)
{
    char block[4096];
    size_t got;
    while ((got = fread(block, 1, sizeof block, stdin)) > 0) {
        text_add(t, block, got);
        if (t->length > MOVES_BYTES_MAX || memchr(block, '\0', got)) {
            output_error(out, "standard input is not a list of moves");
            s->reported = true;
            return FERZ_REJECTED;
        }
    }
    if (ferror(stdin)) {
        output_error(out, "cannot read standard input: %s", strerror(errno));
        s->reported = true;
        return FERZ_SYSTEM_ERROR;
    }
    return FERZ_OK;
}

static ferz_result play_moves(session *s, output *out, const char *move_text)
{
    text moves = {0};
    size_t count = move_tokens_add(&moves, move_text);
    ferz_result result = moves.failed ? FERZ_SYSTEM_ERROR : FERZ_OK;
    const char *move = text_string(&moves);
    for (size_t i = 0; i < count && result == FERZ_OK; i++, move += strlen(move) + 1) {
        result = ferz_game_move(s->game, move, s->messages);
        if (result != FERZ_OK) {
            output_error(out, "move %zu of %zu, \"%s\", was not played", i + 1, count, move);
        }
    }
    text_finish(&moves);
    return result;
}

void session_print_notes(session *s, output *out)
{
    s->noted = output_messages_from(out, s->messages, s->noted);
}

ferz_game *session_read_pgn(session *s, const ferz_variant *variant, const options *o, output *out)
{
    const char *path = o->value[OPTION_PGN_READ];
    text content = {0};
    int error = read_file_bytes(path, READ_FILE_FOLLOW_LINKS, MOVES_BYTES_MAX, &content);
    ferz_game *game = NULL;
    s->reported = error || content.failed;
    if (s->reported) {
        output_error(out, "%s: %s", path,
                     error == EFBIG                       ? "too large for a file of games"
                     : error == EISDIR || error == ENODEV ? "not a regular file"
                                                          : strerror(error ? error : ENOMEM));
    } else {
        size_t number = o->value[OPTION_PGN_GAME] ? (size_t)o->number[OPTION_PGN_GAME] : 1;
        game = ferz_game_read_pgn(variant, text_string(&content), content.length, number, s->messages);
    }
    text_finish(&content);
    return game;
}

/* Whether the options name one start. */
static bool check_start(session *s, const options *o, output *out)
{
    bool pgn = o->value[OPTION_PGN_READ] != NULL;
    s->reported = (pgn && o->value[OPTION_FEN]) || (!pgn && o->value[OPTION_PGN_GAME]);
    if (s->reported) {
        output_error(out, pgn ? "--fen does not go with --pgn: its game says where it begins" : "--game needs --pgn");
    }
    return !s->reported;
}

ferz_result session_open(session *s, const options *o, output *out, size_t moves_kept)
{
    ferz_result result = session_load(s, o, out);
    if (result != FERZ_OK) {
        return result;
    }
    if (!check_start(s, o, out)) {
        return FERZ_REJECTED;
    }
    s->noted = ferz_messages_count(s->messages);
    s->game = o->value[OPTION_PGN_READ] ? session_read_pgn(s, s->variant, o, out)
                                        : ferz_game_create(s->variant, o->value[OPTION_FEN], s->messages);
    if (!s->game) {
        s->noted = 0;
        return s->reported ? FERZ_REJECTED : session_failure(s);
    }
    session_print_notes(s, out);
    text move_text = {0};
    for (size_t i = 0; i + moves_kept < o->move_count && result == FERZ_OK; i++) {
        if (strcmp(o->moves[i], "-") == 0) {
            result = add_standard_input(s, &move_text, out);
        } else {
            text_put(&move_text, o->moves[i]);
        }
        text_char(&move_text, ' ');
    }
    if (move_text.failed) {
        result = FERZ_SYSTEM_ERROR;
    }
    if (result == FERZ_OK) {
        result = play_moves(s, out, text_string(&move_text));
    }
    text_finish(&move_text);
    return result;
}

int session_close(session *s, output *out, ferz_result result)
{
    /* A rejection may come without an error; then warnings about the rules are not printed. */
    if (s->messages && result != FERZ_OK && (ferz_messages_errors(s->messages) || result != FERZ_REJECTED)) {
        output_messages_after(out, s->messages, s->noted);
    }
    if (!s->messages || (result == FERZ_SYSTEM_ERROR && !s->reported && ferz_messages_count(s->messages) == 0)) {
        output_out_of_memory(out);
    }
    ferz_game_free(s->game);
    ferz_variant_free(s->variant);
    ferz_messages_free(s->messages);
    *s = (session){0};
    return (int)result;
}
